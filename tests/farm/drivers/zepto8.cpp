/* Drives the engine of zepto8 as kept by MiSTerOrganize/MiSTer_PICO-8, by the calls that its own z8headless makes:
 * `zepto8 CART FOLDER-OF-BIOS`, and the environment of farm.h. It is linked with that project's libraries by hand; the
 * command is in tests/farm/README.md. */
#define FARM_CLOCK
#include "farm.h"
#include "lol/sys/init.h"
#include "pico8/vm.h"
#include <string>
#include <vector>

int main(int count, char **words) {
    if (count != 3) farm_fail("usage", "zepto8 CART FOLDER-OF-BIOS");
    setenv("Z8_TEST_SEED", "1", 1);
    // Saved data goes to the run's own folder.
    setenv("Z8_SAVES_DIR", getenv("HOME") ? getenv("HOME") : ".", 1);
    farm_begin();
    lol::sys::set_data_path(words[2]);
    auto vm = new z8::pico8::vm();
    vm->registerPointerLockCallback([](bool) {});
    vm->registerSetFullscreenCallback([](int) {});
    vm->registerGetFullscreenCallback([]() -> std::string { return ""; });
    vm->registerSetFilterCallback([](int v) { return v; });
    vm->registerGetFilterNameCallback([](int) -> std::string { return ""; });
    vm->load(words[1]);
    vm->run();
    std::vector<lol::u8vec4> pixels(FARM_PIXELS);
    do {
        int held = farm_buttons();
        for (int bit = 0; bit < 6; bit++) vm->button(0, bit, held >> bit & 1);
        vm->step(1.0f / 60.0f);
        vm->render(pixels.data(), pixels.size());
        for (int i = 0; i < FARM_PIXELS; i++)
            farm_picture[i] = farm_index((uint32_t)pixels[i].r << 16 | (uint32_t)pixels[i].g << 8 | pixels[i].b);
        int16_t samples[512];
        long n = farm_tick % 2 ? 367 : 368;
        vm->get_audio(samples, (size_t)n * sizeof *samples);
        farm_sound(samples, n);
    } while (farm_end_tick());
    _exit(0);
}
