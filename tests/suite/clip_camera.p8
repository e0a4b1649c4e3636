pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- pset, pget, clip, cls, camera: fractions, texts, the edges, what they return
-- rests on: the manual of 0.2.7; clip returns x, y, width and height: PICO-8's wiki; pget outside the clip: zepto8, a test of femto8
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function n(c) local k=0 for y=0,39 do for x=0,39 do if (pget(x,y)==c) k+=1 end end return k end
function box(c) local a,b,e,f=40,40,-1,-1 for y=0,39 do for x=0,39 do if pget(x,y)==c then a=min(a,x) b=min(b,y) e=max(e,x) f=max(f,y) end end end return a..","..b..","..e..","..f end
cls() pset(1.9,-.1,8) is(n(8),0) pset(1.9,0.9,8) is(pget(1,0),8) is(pget(1.99,.5),8) pset(2,2,24) is(pget(2,2),8) pset(3,3,-1) is(pget(3,3),15) pset("4","4","9") is(pget(4,4),9) is(pget(-1,0),0) is(pget(128,0),0) color(11) pset(5,5) is(pget(5,5),11) pset(6,6,nil) is(pget(6,6),0) is(pget("6","6"),0)
clip(10,10,5,5) cls(0) is(n(0),1600) clip(10,10,5,5) rectfill(0,0,127,127,8) is(n(8),25) clip(12,12,50,50,true) rectfill(0,0,127,127,9) is(n(9),9) clip(-5,-5,10,10) rectfill(0,0,127,127,10) is(box(10),"0,0,4,4") is(@0x5f22,5) clip(5,5,-3,5) rectfill(0,0,127,127,12) is(n(12),0) clip(120,120,50,50) is(@0x5f22,128) clip() is(@0x5f22,128)
cls() clip(10,10,5,5) pset(0,0,8) line(0,0,127,127,8) is(n(8),5) clip() cls(3) is(n(3),1600) cls(19) is(n(3),1600) cls(-1) is(n(15),1600) cls("2") is(n(2),1600) cls(nil) is(n(0),1600)
-- camera
camera(10,20) pset(15,25,8) is(@0x6145,0) camera() is(pget(5,5),8) camera(-3) pset(0,0,9) camera() is(pget(3,0),9) camera(1.9,-1.5) a,b=camera() is(a,1) is(b,-2) camera(5,5) is(pget(5,5),0) camera(5,5) is(pget(10,10),8) camera() 
cls() pset(25,25,8) clip(3,3,7,7) is(pget(25,25),0) poke(0x5f36,0x10) poke(0x5f5b,9) is(pget(25,25),9) poke(0x5f36,0) poke(0x5f5b,0) clip() is(pget(25,25),8)
clip(10,20,30,40) local x,y,w,h=clip() is(x..","..y..","..w..","..h,"10,20,30,40") clip(100,100,50,50) x,y,w,h=clip(0,0,9,9,true) is(w,28) x,y,w,h=clip() is(w,0)
printh("ok")
