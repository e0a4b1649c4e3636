/* Drives a program that uses SDL 1.2 with a picture of 128x128 pixels, such as femto8: preloaded with LD_PRELOAD, it
 * takes the place of SDL. The program opens no window and no sound device; each picture that it shows is a frame.
 *
 * Sound is not captured, because such a program mixes it in a thread of its own. */
#define FARM_CLOCK
#include "farm.h"
#include <SDL.h>

static SDL_PixelFormat pixel_format;
static SDL_Surface screen;
static int events_at, event_count;
static SDL_Event events[64];

static void send(SDL_Event event) {
    if (event_count < 64) events[event_count++] = event;
}

int SDL_Init(Uint32 flags) {
    (void)flags;
    farm_begin();
    pixel_format.BitsPerPixel = 32, pixel_format.BytesPerPixel = 4;
    pixel_format.Rmask = 0xff0000, pixel_format.Gmask = 0xff00, pixel_format.Bmask = 0xff;
    pixel_format.Rshift = 16, pixel_format.Gshift = 8;
    return 0;
}

static void surface(SDL_Surface *out, int w, int h) {
    out->format = &pixel_format;
    out->w = w, out->h = h, out->pitch = (Uint16)(w * 4);
    out->pixels = calloc((size_t)w * (size_t)h, 4);
}

SDL_Surface *SDL_SetVideoMode(int w, int h, int bits, Uint32 flags) {
    (void)bits, (void)flags;
    surface(&screen, w, h);
    return &screen;
}

SDL_Surface *SDL_CreateRGBSurface(Uint32 f, int w, int h, int d, Uint32 r, Uint32 g, Uint32 b, Uint32 a) {
    (void)f, (void)d, (void)r, (void)g, (void)b, (void)a;
    SDL_Surface *made = calloc(1, sizeof *made);
    surface(made, w, h);
    return made;
}

int SDL_SoftStretch(SDL_Surface *from, SDL_Rect *a, SDL_Surface *to, SDL_Rect *b) {
    (void)a, (void)to, (void)b;
    if (from->w != FARM_SIDE || from->h != FARM_SIDE) return 0;
    const uint32_t *pixels = from->pixels;
    for (int i = 0; i < FARM_PIXELS; i++) farm_picture[i] = farm_index(pixels[i] & 0xffffff);
    return 0;
}

int SDL_Flip(SDL_Surface *surface) {
    static int held;
    (void)surface;
    if (!farm_end_tick()) _exit(0);
    static const SDLKey keys[6] = {SDLK_LEFT, SDLK_RIGHT, SDLK_UP, SDLK_DOWN, SDLK_z, SDLK_x};
    int now = farm_buttons();
    for (int bit = 0; bit < 6; bit++) {
        if (((held ^ now) >> bit & 1) == 0) continue;
        SDL_Event event = {0};
        event.type = now >> bit & 1 ? SDL_KEYDOWN : SDL_KEYUP;
        event.key.keysym.sym = keys[bit];
        send(event);
    }
    held = now;
    return 0;
}

int SDL_PollEvent(SDL_Event *out) {
    if (events_at == event_count) return events_at = event_count = 0;
    *out = events[events_at++];
    return 1;
}

int SDL_PeepEvents(SDL_Event *out, int count, SDL_eventaction action, Uint32 mask) {
    (void)out, (void)count, (void)action, (void)mask;
    return 0;
}

int SDL_PushEvent(SDL_Event *event) { return send(*event), 0; }
void SDL_PumpEvents(void) {}
void SDL_Quit(void) {}
void SDL_FreeSurface(SDL_Surface *surface) { (void)surface; }
int SDL_ShowCursor(int on) { return on; }
int SDL_EnableKeyRepeat(int delay, int interval) { return (void)delay, (void)interval, 0; }
void SDL_WM_SetCaption(const char *title, const char *icon) { (void)title, (void)icon; }
SDL_GrabMode SDL_WM_GrabInput(SDL_GrabMode mode) { return mode; }
int SDL_OpenAudio(SDL_AudioSpec *wanted, SDL_AudioSpec *got) {
    if (got) *got = *wanted;
    return 0;
}
void SDL_CloseAudio(void) {}
void SDL_PauseAudio(int on) { (void)on; }
void SDL_LockAudio(void) {}
void SDL_UnlockAudio(void) {}
