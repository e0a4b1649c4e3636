pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- color([c]): the pen, 6 without c; gives the pen before
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(color(9),6) is(color(),9) is(peek(0x5f25),6) color(0x87) is(peek(0x5f25),0x87) pset(3,3) is(pget(3,3),7)
rectfill(0,0,1,1,12) pset(9,9) is(pget(9,9),12)
printh("ok")
