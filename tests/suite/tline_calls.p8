pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- tline: directions, deltas, masks and offsets at 0x5f38 to 0x5f3b, layers, bits, palette, camera, clipping
-- rests on: the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function row(y,x0,x1) local s="" for x=x0 or 0,x1 or 7 do s..=sub("0123456789abcdef",pget(x,y)+1,pget(x,y)+1) end return s end
for y=0,7 do for x=0,15 do sset(8+x,y,(x+y)%15+1) end end mset(0,0,1) mset(1,0,2) mset(0,1,2)
cls() tline(0,0,7,0,0,0) is(row(0),"12345678") cls() tline(0,0,15,0,0,0) is(row(0,8,15),"9abcdef1") cls() tline(7,0,0,0,0,0) is(row(0),"87654321") cls() tline(0,0,7,0,0,0,.25,0) is(row(0),"13579bdf") cls() tline(0,0,7,0,0,.125) is(row(0),"23456789") cls() tline(0,0,0,7,0,0,0,.125) is(pget(0,7),8) cls() tline(3,3,3,3,0,0) is(pget(3,3),1) is(pget(4,3),0)
cls() tline(0,0,7,0,1,0) is(row(0),"9abcdef1") cls() tline(0,0,7,0,2,0) is(row(0),"00000000")
poke(0x5f38,1) cls() tline(0,0,15,0,0,0) is(row(0,8,15),"12345678") poke(0x5f38,0) poke(0x5f3a,1) cls() tline(0,0,7,0,0,0) is(row(0),"9abcdef1") poke(0x5f3a,0) poke(0x5f39,1) cls() tline(0,0,7,0,0,1) is(row(0),"12345678") poke(0x5f39,0)
fset(1,0,true) cls() tline(0,0,15,0,0,0,.125,0,1) is(row(0,0,15),"1234567800000000") cls() tline(0,0,7,0,0,0,.125,0,2) is(row(0),"00000000")
tline(16) cls() tline(0,0,7,0,0,0,1,0) is(row(0),"12345678") tline(13) cls() tline(0,0,7,0,0,0) is(row(0),"12345678")
cls() tline(-4,0,3,0,0,0) is(row(0,0,3),"5678") cls() tline(124,0,131,0,0,0) is(row(0,124,127),"1234") pal(1,9) palt(2,true) cls() tline(0,0,7,0,0,0) is(row(0),"90345678") pal()
cls() camera(-2,0) tline(0,0,7,0,0,0) camera() is(row(0),"00123456")
printh("ok")
