pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- print without a place scrolls at the screen's foot: bit 0x40 of 0x5f36, the camera, an offset of the text
-- rests on: the manual; its history, 0.2.4: no needless scrolling with a camera, no text cut off with an offset
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
cls() pset(0,64,8) cursor(0,116) print("a") is(pget(0,64),8) is(@0x5f27,122)
cls() pset(0,64,8) cursor(0,122) print("a") is(pget(0,58),8) is(@0x5f27,122)
poke(0x5f36,0x40) cls() pset(0,64,8) cursor(0,122) print("a") is(pget(0,64),8) is(@0x5f27,128) poke(0x5f36,0)
cls() pset(0,64,8) camera(0,128) cursor(0,128) print("\n") camera() is(pget(0,64),8)
cls() pset(0,64,8) print("a",0,122) is(pget(0,64),8) print("a\n\n\n\nb",0,122) is(pget(0,64),8)
cls() pset(0,64,8) cursor(0,122) print("a\0") is(pget(0,64),8)
cls() pset(0,64,8) camera(0,-20) cursor(0,110) print("a") camera() is(pget(0,50),8)
poke(0x5f5b,0x40) cls() pset(0,64,8) cursor(0,120) print("a") is(pget(0,64)==8,false) poke(0x5f5b,0)
printh("ok")
