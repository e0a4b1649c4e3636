pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of drawing from 0.1.12 to 0.2.7: clipping, large coordinates, high bits, reset
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
cls() clip(10,10,5,5) circfill(100,100,5,8) ovalfill(60,60,70,70,8) rectfill(50,0,60,5,8) rrectfill(90,90,10,10,2,8) circfill(-50,-50,9,8) clip() is(pget(100,100),0) is(pget(12,12),0)
camera(-32768,0) line(0,0,10,10,8) camera(32767,32767) line(0,0,127,127,8) tline(0,0,9,9,0,0) camera() is(pget(0,0),0)
cls() line(-32768,5,32767,5,8) is(pget(0,5),8) is(pget(127,5),8) is(pget(64,4),0) cls() line(5,-32768,5,32767,8) is(pget(5,0),8) is(pget(5,127),8) is(pget(6,64),0)
cls() circfill(64,1000,950,8) is(pget(64,50),8) is(pget(64,49),0) cls() circfill(64,64,32767,8) is(pget(0,0),8) is(pget(127,127),8)
cls() poke(0x6000,0xff) is(pget(0,0),15) is(pget(1,0),15) pset(0,0,0xff.ffff) is(pget(0,0),15)
cls() ovalfill(-4,-4,3,3,8) is(pget(0,0),8) is(pget(3,1),8) is(pget(4,0),0) is(pget(3,3),0) ovalfill(-9,20,-2,27,8) is(pget(0,23),0)
cls() tline(7,0,0,0,0,0) tline(3,3,3,3,0,0) line(3.9,3.9,3.9,3.9,8) is(pget(3,3),8) is(pget(4,4),0)
poke(0x5f55,0x80) poke(0x5f54,0x60) reset() is(@0x5f54,0) is(@0x5f55,0x60) is(@0x5f56,0x20) is(@0x5f57,128) is(@0x5f5e,255) is(@0x5f25,6)
cursor(0,116) cls() cursor(0,104) print("a\nb\nc\nd") is(pget(0,104),6) is(@0x5f27,122)
cls() cursor(0,119) print("\^ttall") is(pget(0,119),0) is(@0x5f27,122)
cls() for i=0,30 do print(i) end is(@0x5f27,120) is(pget(0,114),6)
fillp(0xa5a5.8) is(fillp(),0xa5a5.8) palt(3,true) is(palt(),0b1001000000000000) palt()
for i=0,15 do is(@(0x5f10+i),i) end
printh("ok")
