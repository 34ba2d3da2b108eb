/* bool is a word of C++ already. */
#ifndef SERAI_BARE_STDBOOL_H
#define SERAI_BARE_STDBOOL_H
#endif
