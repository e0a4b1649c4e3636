pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of 0.2.5 to 0.2.5g: tonum, brackets, reads off the sheet and map, colours of text
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(select("#",tonum("123abc")),0) is(split("123abc")[1],"123abc")
x=-1 x>>>=4 is(x,0x0fff.f000) is(("abc")[5],nil)
is(#[==[
a]]b]==],4)
poke(0x5602,12) cls() poke(0x5f58,0x81) print("\015a",0,0) is(@0x5f27,6) poke(0x5f58,0)
k=0 function foo() k+=1 return 1 end t={5} t[foo()]+=1 is(k,1) is(t[1],6)
poke(0x5f36,0x10) poke(0x5f5a,33) is(mget(-1,0),33) is(mget(0,64),33) poke(0x5f57,64) is(mget(64,0),33) poke(0x5f57,128)
for i=0,63 do sset(8+i%8,16+i\8,9) end
cls() map(-1,-1,0,0,2,2) is(pget(3,3),9) is(pget(12,12),0) cls() map(127,0,100,0,3,1) is(pget(110,3),9) is(pget(104,3),0)
cls() tline(0,0,20,0,200,0) is(pget(3,0),9) map(-1,0,0,20,1,1,1) is(pget(3,23),0) fset(33,0,true) map(-1,0,0,20,1,1,1) is(pget(3,23),9)
poke(0x5f5a,0) cls() map(-1,-1,0,0,2,2) is(pget(3,3),0)
poke(0x5f59,7) is(sget(-1,0),7) poke(0x5f5b,5) is(pget(-1,0),5) poke(0x5f36,0) poke(0x5f59,0,0,0)
is(type(rnd"5"),"number") is(rnd"5"<5,true)
poke(0x5f36,0x80) cls() is(print("0123456789012345678901234567890123456789\0",0,0),128) is(@0x5f27,6) poke(0x5f36,0)
pal(6,7) pal(7,8) cls() print("█",0,0,6) is(pget(2,2),7) pal()
cls() pset(0,0,"8") is(pget(0,0),8) rect(2,2,4,4,"9") is(pget(2,2),9) rectfill(6,6,7,7,"10") is(pget(6,6),10)
cls() circ(64,64,1100,7) circfill(64,64,1200,7) is(pget(0,0),7)
printh("ok")
