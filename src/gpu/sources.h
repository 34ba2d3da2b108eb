/* sources.h: the files that are compiled for a device, inside the program. Made by tools/gpu-embed
 * from the very files the program itself is compiled from. */
#ifndef SERAI_GPU_SOURCES_H
#define SERAI_GPU_SOURCES_H

struct gpu_source {
    const char *name; /* as #include names it: "games/merv/legal.c", "stdint.h" */
    const char *text;
};

extern const struct gpu_source gpu_sources[]; /* ended by name NULL */

#endif
