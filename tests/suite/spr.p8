pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- spr(n,x,y,[w,h,flip_x,flip_y])
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
sset(8,0,9) sset(15,7,10) spr(1,20,20) is(pget(20,20),9) is(pget(27,27),10) spr(1,40,40,1,1,true) is(pget(47,40),9)
spr(1,60,60,1,1,true,true) is(pget(67,67),9) spr(1,0,0,.5,1) is(pget(0,0),9) is(pget(7,7),0) spr(-1,90,90) spr(256,90,90) is(pget(90,90),0)
printh("ok")
