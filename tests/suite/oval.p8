pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- oval and ovalfill: the corners of the box, in any order
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
ovalfill(10,10,20,14,8) is(pget(10,12),8) is(pget(20,12),8) is(pget(15,10),8) is(pget(10,10),0)
oval(60,40,40,30,9) is(pget(50,30),9) is(pget(50,35),0) is(pget(40,35),9) oval(5,90,5,90,7) is(pget(5,90),7)
printh("ok")
