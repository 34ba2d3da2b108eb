/* scanty.c: a driver so old that it has only one call. */
int cuInit(unsigned flags);
int cuInit(unsigned flags) { return (int)flags; }
