/* core.h: the parts of core that rules call, once in every code for a device. */
#ifndef SERAI_DEVICE_CORE_H
#define SERAI_DEVICE_CORE_H

#undef for
#undef sr_emit
#undef sr_emit_secret
#undef sr_emit_event
#include "core/play.c"
#include "core/rng.c"

#endif
