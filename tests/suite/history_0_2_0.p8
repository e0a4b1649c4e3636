pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of 0.2.0 to 0.2.0i: operators, results of the state's calls, defaults
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
local a=1 a+=1&127 is(a,2) is(-1>>>32,0) is(4<<-1,2) is(4>>-1,8) is(~1,0xfffe.ffff) is(0x8000/1,0x8000)
print("a",9) is(@0x5f25,9) color() is(@0x5f25,6) is(color(3),6) color()
local x,y,w,h=clip(10,10,20,20) is(x+y+w+h,256) is(select("#",clip()),4) is(select("#",camera(1,2)),2) is(camera(),1)
is(select("#",cursor(1,2,3)),3) is(type(palt()),"number") fillp(0x1234.8) is(fillp(),0x1234.8) is(pal(1,2),1) pal()
poke(0x5f31,0xff,0xff,0x7) is(fillp(),0xffff.e)
color(9) sset(0,0) is(sget(0,0),9) color() is(sub(tostr(print,true),1,9),"function:")
x=1y=2 is(y,2) x=1y+=1 is(y,3)
poke(0x5f44,1,2,3,4) is($0x5f44,0x403.0201)
printh("ok")
