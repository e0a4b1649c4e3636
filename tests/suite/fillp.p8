pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- fillp([p]): gives the pattern before
-- rests on: the manual; FAKE-08's cart fillptest
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(fillp(0x5a5a.8),0) is(peek(0x5f31),0x5a) is(peek(0x5f32),0x5a) is(peek(0x5f33),1) is(fillp(),0x5a5a.8) is(fillp(▒),0)
fillp(0b1000000000000000) rectfill(0,0,3,3,0x87) is(pget(0,0),8) is(pget(1,0),7) is(pget(0,1),7)
printh("ok")
