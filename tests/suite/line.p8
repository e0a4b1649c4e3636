pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- line: both directions alike; line(x,y) goes on from the last end
-- rests on: pixels recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
line(0,0,10,3,7) is(pget(5,1),7) is(pget(5,2),0) line(30,13,20,10,7) is(pget(25,11),7)
line(0,50,5,50,8) line(5,60) is(pget(5,55),8) line() line(9,9) is(pget(5,57),8) is(pget(8,20),0)
line(3,3) is(peek2(0x5f3c),3) line(100,100,100,100,9) is(pget(100,100),9)
printh("ok")
