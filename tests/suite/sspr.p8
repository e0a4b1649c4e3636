pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- sspr: any part in any size
-- rests on: the manual; the rows 1, 3 and 6 of 8 in 3 are recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for i=0,7 do sset(0,i,i+1) end sspr(0,0,1,8,50,50,1,3) is(pget(50,50),2) is(pget(50,51),4) is(pget(50,52),7)
sspr(0,0,1,8,60,60) is(pget(60,60),1) is(pget(60,67),8) sspr(0,0,1,8,70,60,1,8,false,true) is(pget(70,60),8) sspr(0,0,1,8,80,60,0,8) is(pget(80,60),0)
printh("ok")
