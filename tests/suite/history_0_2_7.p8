pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of 0.2.7: sounds, inverted shapes, text
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(sfx(0),0)
poke(0x5f34,2) cls() circfill(64,64,-1,0x1808) is(pget(0,0),8) is(pget(64,64),8)
clip(0,0,10,10) cls() clip(0,0,10,10) circfill(64,64,-5,0x1809) is(pget(5,5),9) clip() is(pget(20,20),0) poke(0x5f34,0)
cls() circfill(64,64,-1,8) is(pget(64,64),0)
function cpu(f) local a=stat(1) f() return stat(1)-a end
local a,b=cpu(function() cls() end),cpu(function() print("\^c0") end) is(b>=a and b<a*1.5,true)
print("\as00") print("\as")
cls() pal(7,8) print("\^ua\^-ub",0,0,7) is(pget(0,5),8) is(pget(4,5),0) pal()
cls() print("\#5\^yafoo",0,0,7) is(pget(1,9),5) is(pget(1,10),0)
-- rows of the picture of an a, doubled: rows, dots, columns
function row(y) local s="" for x=0,7 do s..=pget(x,y)==7 and "#" or "." end return s end
cls() print("\^w\^t\^=a",0,0,7) is(row(0),"######..") is(row(1),"........") is(row(2),"##..##..")
cls() print("\^pa",0,0,7) is(row(0),"#.#.#...") is(row(1),"........")
cls() print("\^w\^=a",0,0,7) is(row(0),"#.#.#...") is(row(1),"#...#...")
local co=cocreate(function(a) local b=yield(a,2) return b,3,4 end)
local ok,a,b=coresume(co,1) is(a..","..b,"1,2") local ok,a,b,c=coresume(co,5) is(a..","..b..","..c,"5,3,4")
palt(7,true) print("a",0,0,7) palt() memcpy(0x4300,0x5f00,64) is(@0x4325,7)
printh("ok")
