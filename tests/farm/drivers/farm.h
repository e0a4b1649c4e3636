/* What the drivers of foreign engines share: the clock, the script of buttons, and the file that a run is written to.
 *
 *   environment   FARM_TICKS   sixtieths of a second, or frames, to run
 *                 FARM_SCRIPT  lines "TICKS MASK": buttons of player 1 as PICO-8's bits, from the start
 *                 FARM_OUT     the file to write
 *   the file      "farm run 1\n", then for each tick: 'P' and 128 * 128 palette indices if the picture changed,
 *                 'F', 4 bytes printed so far, 2 bytes level of sound, all little endian; 'E' after the last one
 *
 * Standard output becomes a file next to FARM_OUT, so that the position of printed lines in time is known. A file that
 * includes this one may define FARM_CLOCK to replace the clock and the random numbers of the C library by symbol.
 */
#ifndef FARM_H
#define FARM_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define FARM_SIDE 128
#define FARM_PIXELS (FARM_SIDE * FARM_SIDE)

static const uint32_t FARM_COLOURS[32] = {
    0x000000, 0x1d2b53, 0x7e2553, 0x008751, 0xab5236, 0x5f574f, 0xc2c3c7, 0xfff1e8, 0xff004d, 0xffa300, 0xffec27,
    0x00e436, 0x29adff, 0x83769c, 0xff77a8, 0xffccaa, 0x291814, 0x111d35, 0x422136, 0x125359, 0x742f29, 0x49333b,
    0xa28879, 0xf3ef7d, 0xbe1250, 0xff6c24, 0xa8e72e, 0x00b543, 0x065ab5, 0x754665, 0xff6e59, 0xff9d81};

static FILE *farm_out;
static uint8_t farm_picture[FARM_PIXELS], farm_shown[FARM_PIXELS];
static int farm_any;
static long farm_tick, farm_ticks;
static double farm_energy;
static long farm_samples;
static struct farm_step { long until; int mask; } *farm_steps;
static int farm_step_count;

/* The palette index of a colour: the nearest of the 32. Engines round their colours to the pixel format. */
static uint8_t farm_index(uint32_t rgb) {
    static uint32_t keys[1024];
    static uint8_t values[1024], known[1024];
    unsigned slot = (rgb * 2654435761u) >> 22;
    if (known[slot] && keys[slot] == rgb) return values[slot];
    long best = -1;
    uint8_t found = 0;
    for (int i = 0; i < 32; i++) {
        long distance = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            long d = (long)(rgb >> shift & 255) - (long)(FARM_COLOURS[i] >> shift & 255);
            distance += d * d;
        }
        if (best < 0 || distance < best) best = distance, found = (uint8_t)i;
    }
    keys[slot] = rgb, values[slot] = found, known[slot] = 1;
    return found;
}

static void farm_fail(const char *what, const char *detail) {
    fprintf(stderr, "driver: %s: %s\n", what, detail ? detail : "");
    _exit(3);
}

static void farm_begin(void) {
    const char *ticks = getenv("FARM_TICKS"), *script = getenv("FARM_SCRIPT"), *out = getenv("FARM_OUT");
    if (!ticks || !script || !out) farm_fail("missing", "FARM_TICKS, FARM_SCRIPT or FARM_OUT");
    farm_ticks = atol(ticks);
    FILE *file = fopen(script, "r");
    if (!file) farm_fail("cannot read", script);
    long count, until = 0;
    int mask;
    while (fscanf(file, "%ld %d", &count, &mask) == 2) {
        farm_steps = (struct farm_step *)realloc(farm_steps, sizeof *farm_steps * (size_t)(farm_step_count + 1));
        until += count;
        farm_steps[farm_step_count].until = until;
        farm_steps[farm_step_count++].mask = mask;
    }
    fclose(file);
    farm_out = fopen(out, "wb");
    if (!farm_out) farm_fail("cannot write", out);
    setvbuf(farm_out, NULL, _IOFBF, 1 << 20);
    fputs("farm run 1\n", farm_out);
}

/* Buttons held in the current tick. */
static int farm_buttons(void) {
    for (int i = 0; i < farm_step_count; i++)
        if (farm_tick < farm_steps[i].until) return farm_steps[i].mask;
    return 0;
}

static void farm_sound(const int16_t *samples, long count) {
    for (long i = 0; i < count; i++) farm_energy += (double)samples[i] * samples[i];
    farm_samples += count;
}

static void farm_u(uint32_t value, int bytes) {
    for (; bytes > 0; bytes--, value >>= 8) fputc((int)(value & 255), farm_out);
}

/* The square root, without the mathematical library. */
static uint32_t farm_root(double of) {
    double root = of > 1 ? of : 1;
    for (int i = 0; i < 40; i++) root = (root + of / root) / 2;
    return root > 65535 ? 65535 : (uint32_t)root;
}

/* Ends a tick. Returns 0 after the last one. */
static int farm_end_tick(void) {
    if (!farm_any || memcmp(farm_picture, farm_shown, FARM_PIXELS)) {
        fputc('P', farm_out);
        fwrite(farm_picture, 1, FARM_PIXELS, farm_out);
        memcpy(farm_shown, farm_picture, FARM_PIXELS);
        farm_any = 1;
    }
    fflush(stdout);
    struct stat printed;
    uint32_t bytes = fstat(1, &printed) || !S_ISREG(printed.st_mode) ? 0 : (uint32_t)printed.st_size;
    fputc('F', farm_out);
    farm_u(bytes, 4);
    farm_u(farm_samples ? farm_root(farm_energy / (double)farm_samples) : 0, 2);
    farm_energy = 0, farm_samples = 0;
    if (++farm_tick % 60 == 0) fflush(farm_out);
    if (farm_tick < farm_ticks) return 1;
    fputc('E', farm_out);
    fflush(farm_out);
    return 0;
}

#ifdef FARM_CLOCK
/* 2024-01-01 12:00:00 UTC and the ticks since the start: every engine sees the same clock, however fast it runs. */
#define FARM_START 1704110400L
#ifdef __cplusplus
extern "C" {
#define FARM_NOTHROW noexcept
#else
#define FARM_NOTHROW
#endif
time_t time(time_t *out) FARM_NOTHROW {
    time_t now = FARM_START + farm_tick / 60;
    if (out) *out = now;
    return now;
}
int clock_gettime(clockid_t id, struct timespec *out) FARM_NOTHROW {
    (void)id;
    out->tv_sec = FARM_START + farm_tick / 60;
    out->tv_nsec = farm_tick % 60 * 16666667L;
    return 0;
}
int gettimeofday(struct timeval *out, void *zone) FARM_NOTHROW {
    (void)zone;
    out->tv_sec = FARM_START + farm_tick / 60;
    out->tv_usec = farm_tick % 60 * 16667L;
    return 0;
}
clock_t clock(void) FARM_NOTHROW { return farm_tick * (CLOCKS_PER_SEC / 60); }
static uint32_t farm_random = 1;
int rand(void) FARM_NOTHROW {
    farm_random = farm_random * 1103515245u + 12345u;
    return (int)(farm_random >> 1 & 0x7fffffff);
}
void srand(unsigned seed) FARM_NOTHROW { farm_random = seed ? 1 : 1; }
long random(void) FARM_NOTHROW { return rand(); }
int usleep(useconds_t time) {
    (void)time;
    return 0;
}
#ifdef __cplusplus
}
#endif
#endif
#endif
