pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- palt: transparency
-- rests on: the manual; the highest bit is colour 0
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
palt(0,false) palt(3,true) is(peek(0x5f00),0) is(peek(0x5f03),0x13) palt() is(peek(0x5f00),0x10) is(peek(0x5f03),3)
palt(0b0100000000000000) is(peek(0x5f01),0x11) is(peek(0x5f00),0)
sset(0,0,3) palt() palt(3,true) pset(0,0,8) spr(0,0,0) is(pget(0,0),8)
printh("ok")
