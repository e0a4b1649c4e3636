pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- a colour is transparent if any of the four high bits of its draw palette entry is set
-- rests on: zepto8 PR 28, fake-08 PR 50 and femto8, each by published carts on PICO-8
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for i=0,63 do sset(8+i%8,i\8,11) end
function drawn(v) cls(1) poke(0x5f0b,v) spr(1,0,0) return pget(3,3) end
for i=1,15 do is(drawn(i<<4|11),1) is(palt(11,false),true) is(@0x5f0b,11) end
is(drawn(11),11) palt(11,true) is(@0x5f0b,0x1b) is(drawn(0x1b),1)
fillp(0x0.4) is(drawn(0x8b),1) poke(0x5f6b,0xbb) is(drawn(11),11) fillp()
cls(1) poke(0x5f0b,0x4b) sspr(8,0,8,8,0,0,16,16) is(pget(3,3),1)
mset(0,0,1) map() is(pget(3,3),1) tline(0,0,7,0,0,0) is(pget(3,0),1)
printh("ok")
