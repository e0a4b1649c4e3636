pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- mid, max, min, flr, ceil, sgn, abs, sin, cos, atan2, sqrt, rnd, srand; missing arguments are 0
-- rests on: the manual of 0.2.7; atan2(0,0): recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(mid(7,5,10),7) is(mid(1,2),1) is(mid(-1),0) is(max(3),3) is(max(-3),0) is(min(3),0) is(min(-3),-3) is(max(),0) is(max("5",3),5) is(max(nil,2),2) is(mid("7","5","10"),7) is(max(1,2,3),2)
is(flr(4.1),4) is(flr(-2.3),-3) is(ceil(4.1),5) is(ceil(-2.3),-2) is(flr(),0) is(flr("1.5"),1) is(flr(nil),0) is(sgn(0),1) is(sgn(),1) is(sgn(-.1),-1) is(abs(-3),3) is(abs(),0)
is(sin(.25),-1) is(cos(.5),-1) is(sin(),0) is(cos(),1) is(atan2(0,-1),.25) is(atan2(1,0),0) is(atan2(0,0),.25) is(atan2(1),0) is(atan2(),.25) is(sqrt(16),4) is(sqrt(-4),0) is(sqrt(),0) is(sqrt("9"),3)
for i=1,50 do local v=rnd({1,2}) is(v==1 or v==2,true) end is(rnd({}),nil) is(rnd(0),0) is(rnd(nil),0) srand(3) a=rnd() srand(3) is(rnd(),a) srand("3") is(rnd(),a) is(rnd({5}),5)
printh("ok")
