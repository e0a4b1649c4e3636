pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- 0x5f54 to 0x5f57 move sheet, screen and map; bit planes at 0x5f5e
-- rests on: the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function row(y,x0,x1) local s="" for x=x0 or 0,x1 or 7 do s..=sub("0123456789abcdef",pget(x,y)+1,pget(x,y)+1) end return s end
poke(0x6000,0x21) is(pget(0,0),1) is(pget(1,0),2) poke(0,0x43) is(sget(0,0),3) is(sget(1,0),4)
poke(0x5f54,0x60) cls() pset(9,0,7) is(sget(9,0),7) spr(1,20,20) is(pget(21,20),7) poke(0x5f54,0) is(sget(0,0),3)
poke(0x5f55,0) pset(5,5,9) poke(0x5f55,0x60) is(sget(5,5),9)
poke(0x5f55,0x80) cls(3) is(pget(0,0),3) is(@0x8000,0x33) is(@0x6000,0x33) poke(0x5f55,0x60) poke(0x5f54,0xa0) sset(0,0,12) is(@0xa000,12) is(@0,12) poke(0x5f54,0) is(sget(0,0),3)
poke(0x5f56,0x80) mset(1,0,77) is(@0x8001,77) is(mget(1,0),77) poke(0x5f57,0) mset(255,0,5) is(@0x80ff,5) mset(0,1,6) is(@0x8100,6) is(mget(0,127),@0xff00) poke(0x5f57,16) mset(0,1,8) is(@0x8010,8) poke(0x5f57,128) poke(0x5f56,0x20) poke(0x5f56,0x10) mset(0,0,3) is(@0x1000,3) poke(0x5f56,0x30) mset(0,0,4) is(@0x1000,4) poke(0x5f56,0x20)
is(@0x5f56,0x20) is(@0x5f57,128) is(@0x5f55,0x60) is(@0x5f54,0)
poke(0x5f56,0x80) poke(0x5f55,0x80) cls(5) is(@0x6000,0x55) is(@0x8000==0x55,false) poke(0x5f55,0x60) poke(0x5f56,0x20)
cls(0) rectfill(0,0,7,7,5) poke(0x5f5e,0xf2) rectfill(0,0,3,3,2) is(pget(0,0),7) rectfill(0,0,3,3,0) is(pget(0,0),5) poke(0x5f5e,0x1f) pset(0,0,3) is(pget(0,0),1) poke(0x5f5e,0xff)
printh("ok")
