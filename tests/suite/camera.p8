pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- camera([x,y]): shifts what is drawn, gives the shift before
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
a,b=camera(3,-4) is(a,0) is(b,0) pset(10,10,8) a,b=camera() is(a,3) is(b,-4) is(pget(7,14),8)
camera(-1,300) is(peek(0x5f28),255) is(peek(0x5f29),255) is(peek(0x5f2a),44) is(peek(0x5f2b),1)
camera(1.9,-.5) is(peek2(0x5f28),1) is(peek2(0x5f2a),-1)
printh("ok")
