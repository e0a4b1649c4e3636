pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- rrect(x,y,w,h,[r],[c]): nothing when a side is below 1
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
rrectfill(10,10,10,8,2,8) is(pget(15,10),8) is(pget(10,10),0) is(pget(19,14),8) is(pget(20,14),0) is(pget(15,17),8) is(pget(15,18),0)
rrectfill(40,40,0,5,0,8) is(pget(40,40),0) rrect(60,60,5,5,0,9) is(pget(60,60),9) is(pget(62,62),0)
printh("ok")
