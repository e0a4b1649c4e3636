/* Drives a libretro core without a window: `libretro CORE.so CART`, and the environment of farm.h.
 *
 * It loads the core as a library, answers its requests with the least that a core needs, gives it the buttons of the
 * script, and writes pictures as palette indices and the level of the sound of each tick. The clock and `rand` of the
 * C library are replaced by symbol: the core finds those of this program first. */
#define FARM_CLOCK
#include "farm.h"
#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>

struct game_info { const char *path; const void *data; size_t size; const char *meta; };
struct system_info { const char *name, *version, *extensions; bool full_path, block_extract; };
struct geometry { unsigned width, height, max_width, max_height; float aspect; };
struct av_info { struct geometry geometry; double fps, rate; };
struct variable { const char *key, *value; };
typedef void (*log_call)(int level, const char *format, ...);
typedef void (*frame_time_call)(int64_t usec);
struct frame_time { frame_time_call call; int64_t reference; };

enum { FORMAT_1555, FORMAT_8888, FORMAT_565 };
static unsigned format = FORMAT_1555;
static struct frame_time frame_time;
static char save_folder[4096];

static void logged(int level, const char *text, ...) {
    va_list list;
    (void)level;
    va_start(list, text);
    vfprintf(stderr, text, list);
    va_end(list);
}

static bool environment(unsigned command, void *data) {
    switch (command & 0xffff) {
    case 3: *(bool *)data = true; return true;                      /* GET_CAN_DUPE */
    case 9: case 31: *(const char **)data = save_folder; return true; /* GET_SYSTEM_DIRECTORY, GET_SAVE_DIRECTORY */
    case 10: format = *(unsigned *)data; return true;               /* SET_PIXEL_FORMAT */
    case 15: ((struct variable *)data)->value = NULL; return false; /* GET_VARIABLE */
    case 17: *(bool *)data = false; return true;                    /* GET_VARIABLE_UPDATE */
    case 21: frame_time = *(struct frame_time *)data; return true;  /* SET_FRAME_TIME_CALLBACK */
    case 27: *(log_call *)data = logged; return true;               /* GET_LOG_INTERFACE */
    case 11: case 16: case 18: case 32: case 35: case 37: return true; /* descriptors, variables, no game, geometry */
    default: return false;
    }
}

static void video(const void *data, unsigned width, unsigned height, size_t pitch) {
    if (!data || width < FARM_SIDE || height < FARM_SIDE) return;
    unsigned scale = width / FARM_SIDE;
    for (unsigned y = 0; y < FARM_SIDE; y++) {
        const uint8_t *row = (const uint8_t *)data + (size_t)(y * scale) * pitch;
        for (unsigned x = 0; x < FARM_SIDE; x++) {
            uint32_t rgb;
            if (format == FORMAT_8888) {
                rgb = ((const uint32_t *)row)[x * scale] & 0xffffff;
            } else {
                uint16_t v = ((const uint16_t *)row)[x * scale];
                uint32_t five = format == FORMAT_565, r = v >> (five ? 11 : 10) & 31;
                uint32_t g = five ? v >> 5 & 63 : (uint32_t)(v >> 5 & 31) << 1, b = v & 31;
                rgb = (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | b << 3 | b >> 2;
            }
            farm_picture[y * FARM_SIDE + x] = farm_index(rgb);
        }
    }
}

static void audio_sample(int16_t left, int16_t right) { (void)right; farm_sound(&left, 1); }
static size_t audio_batch(const int16_t *data, size_t frames) {
    farm_sound(data, (long)frames * 2);
    return frames;
}
static void poll_input(void) {}

/* A libretro button for each bit of PICO-8: left, right, up, down, B, A. One core has the last two the other way. */
static int16_t input(unsigned port, unsigned device, unsigned index, unsigned id) {
    static const unsigned usual[6] = {6, 7, 4, 5, 0, 8}, swapped[6] = {6, 7, 4, 5, 8, 0};
    const unsigned *ids = getenv("FARM_SWAP") ? swapped : usual;
    if (port != 0 || (device & 255) != 1 || index != 0) return 0;
    int held = farm_buttons();
    for (int bit = 0; bit < 6; bit++)
        if (id == ids[bit]) return (int16_t)(held >> bit & 1);
    return 0;
}

static void *core;
static void *symbol(const char *name) {
    void *found = dlsym(core, name);
    if (!found) farm_fail("the core has no", name);
    return found;
}
#define CALL(type, name) ((type)symbol(name))

int main(int count, char **words) {
    if (count != 3) farm_fail("usage", "libretro CORE.so CART");
    if (!getcwd(save_folder, sizeof save_folder)) farm_fail("no folder", "");
    core = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
    if (!core) farm_fail("cannot load the core", dlerror());
    farm_begin();
    FILE *file = fopen(words[2], "rb");
    if (!file) farm_fail("cannot read", words[2]);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *data = calloc(1, (size_t)size + 1);
    if (fread(data, 1, (size_t)size, file) != (size_t)size) farm_fail("cannot read", words[2]);
    fclose(file);

    CALL(void (*)(bool (*)(unsigned, void *)), "retro_set_environment")(environment);
    CALL(void (*)(void (*)(const void *, unsigned, unsigned, size_t)), "retro_set_video_refresh")(video);
    CALL(void (*)(void (*)(int16_t, int16_t)), "retro_set_audio_sample")(audio_sample);
    CALL(void (*)(size_t (*)(const int16_t *, size_t)), "retro_set_audio_sample_batch")(audio_batch);
    CALL(void (*)(void (*)(void)), "retro_set_input_poll")(poll_input);
    CALL(void (*)(int16_t (*)(unsigned, unsigned, unsigned, unsigned)), "retro_set_input_state")(input);
    CALL(void (*)(void), "retro_init")();
    struct system_info system = {0};
    CALL(void (*)(struct system_info *), "retro_get_system_info")(&system);
    struct game_info game = {words[2], system.full_path ? NULL : data, system.full_path ? 0 : (size_t)size, NULL};
    if (!CALL(bool (*)(const struct game_info *), "retro_load_game")(&game)) farm_fail("the core refuses", words[2]);
    struct av_info av = {0};
    CALL(void (*)(struct av_info *), "retro_get_system_av_info")(&av);
    void (*run)(void) = CALL(void (*)(void), "retro_run");
    do {
        if (frame_time.call) frame_time.call(16667);
        run();
    } while (farm_end_tick());
    _exit(0);
}
