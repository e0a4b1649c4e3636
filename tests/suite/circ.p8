pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- circ and circfill
-- rests on: FAKE-08's and zepto8's octants, which agree
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
circ(20,20,0,8) is(pget(20,20),8) is(pget(21,20),0) circ(40,20,1,8) is(pget(41,20),8) is(pget(40,20),0) is(pget(41,21),0)
circfill(60,20,1,8) is(pget(60,20),8) is(pget(61,21),0) circ(80,20,-1,8) is(pget(80,20),0) color(9) circ(90,60) is(pget(94,60),9)
circfill(30,90,10,3) is(pget(30,80),3) is(pget(30,79),0) is(pget(37,97),3) is(pget(38,98),0)
printh("ok")
