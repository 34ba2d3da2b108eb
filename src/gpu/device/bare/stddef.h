#ifndef SERAI_BARE_STDDEF_H
#define SERAI_BARE_STDDEF_H
#ifdef __CUDACC_RTC__
typedef decltype(sizeof 0) size_t;
#else
typedef __SIZE_TYPE__ size_t;
#endif
#ifndef NULL
#define NULL nullptr
#endif
/* Only the tables of fields ask for it, and they are for JSON: nothing on a device reads them. */
#undef offsetof
#define offsetof(type, member) 0
#endif
