pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- clip([x,y,w,h,[old]]): limits drawing, gives the rectangle before
-- rests on: the manual; FAKE-08's cart cliptest; width and height in the results: PICO-8's wiki
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
a,b,c,d=clip(10,10,5,5) is(c,128) is(d,128) rectfill(0,0,127,127,8)
a,b,c,d=clip() is(a,10) is(c,5) is(pget(10,10),8) is(pget(14,14),8) is(pget(15,14),0) is(pget(9,10),0)
clip(-5,-5,20,20) is(peek(0x5f20),0) is(peek(0x5f22),15) clip(10,10,50,50,true) is(peek(0x5f20),10) is(peek(0x5f22),15)
printh("ok")
