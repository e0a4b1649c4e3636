// The rows on z8lua: a process that `versus` feeds. z8lua is fetched and built elsewhere, and is no part of this project.
//
//   in    length of a source in decimal, a newline, the source          out    nanoseconds, a blank, the row's value, a newline
//
//   git clone https://github.com/thisismypassport/z8lua && cd z8lua
//   g++ -O3 -w -fpermissive -DLUA_USE_LONGJMP -I. -o anchor -x c++ .../versus/anchor.cpp $(ls l*.c eris.c | grep -Ev "^l(ua|tests|bitlib|mathlib|iolib|oslib|oadlib)\.c$")

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "lua.h"
#include "lauxlib.h"
#include "lualib.h"

static uint8_t pixels[128 * 128];
static int32_t ink;

static int32_t whole(lua_State *L, int i) { return lua_tonumber(L, i).bits() >> 16; }

static int pset(lua_State *L) {
    int32_t x = whole(L, 1), y = whole(L, 2), c = whole(L, 3);
    if (x >= 0 && x < 128 && y >= 0 && y < 128) pixels[y * 128 + x] = uint8_t(c);
    return 0;
}

// A call that draws: the sum of its numbers stands for the picture.
static int sum(lua_State *L) {
    for (int i = 1, n = lua_gettop(L); i <= n; i++) ink = (ink + whole(L, i)) & 1023;
    return 0;
}

static int print(lua_State *L) {
    size_t length = 0;
    lua_tolstring(L, 1, &length);
    ink = (ink + int32_t(length) + whole(L, 2) + whole(L, 3) + whole(L, 4)) & 1023;
    return 0;
}

static int drawn(lua_State *L) {
    lua_pushnumber(L, lua_Number(ink));
    return 1;
}

int main() {
    for (size_t length; std::scanf("%zu", &length) == 1;) {
        std::string source(length, ' ');
        std::getchar();
        if (std::fread(&source[0], 1, length, stdin) != length) return 1;
        lua_State *L = luaL_newstate();
        luaL_openlibs(L);
        lua_register(L, "pset", pset);
        lua_register(L, "spr", sum);
        lua_register(L, "map", sum);
        lua_register(L, "rectfill", sum);
        lua_register(L, "print", print);
        lua_register(L, "drawn", drawn);
        ink = 0;
        const char *names = "cocreate,coresume,yield=coroutine.create,coroutine.resume,coroutine.yield sub=string.sub";
        if (luaL_dostring(L, names) || luaL_loadstring(L, source.c_str())) {
            std::fprintf(stderr, "%s\n", lua_tostring(L, -1));
            return 1;
        }
        // The source gives the row as a function.
        if (lua_pcall(L, 0, 1, 0)) {
            std::fprintf(stderr, "%s\n", lua_tostring(L, -1));
            return 1;
        }
        auto begin = std::chrono::steady_clock::now();
        if (lua_pcall(L, 0, 1, 0)) {
            std::fprintf(stderr, "%s\n", lua_tostring(L, -1));
            return 1;
        }
        auto time = std::chrono::steady_clock::now() - begin;
        std::printf("%lld %d\n", (long long)std::chrono::nanoseconds(time).count(), int(whole(L, -1)));
        std::fflush(stdout);
        lua_close(L);
    }
}
