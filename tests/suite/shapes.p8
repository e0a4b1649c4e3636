pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- rect, oval, circ, rrect and their fills: swapped corners, degenerate sizes, negative radius, the default radius
-- rests on: the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function n(c) local k=0 for y=0,39 do for x=0,39 do if (pget(x,y)==c) k+=1 end end return k end
function box(c) local a,b,e,f=40,40,-1,-1 for y=0,39 do for x=0,39 do if pget(x,y)==c then a=min(a,x) b=min(b,y) e=max(e,x) f=max(f,y) end end end return a..","..b..","..e..","..f end
cls() rect(20,30,10,5,8) is(box(8),"10,5,20,30") is(n(8),2*11+2*24) cls() rectfill(20,30,10,5,8) is(n(8),11*26) cls() oval(20,30,10,5,8) is(box(8),"10,5,20,30") cls() ovalfill(20,30,10,5,8) is(box(8),"10,5,20,30")
cls() circ(20,20,-1,8) circfill(20,20,-1,8) is(n(8),0) circ(20,20,0,8) is(n(8),1) cls() circfill(20,20,0,8) is(n(8),1) cls() circfill(20,20,1,8) is(n(8),5) cls() circ(20,20,1,8) is(n(8),4) cls() color(8) circfill(20,20) is(box(8),"16,16,24,24") cls() circ(20,20,2.9,8) is(box(8),"18,18,22,22")
cls() oval(10,10,10,10,8) is(n(8),1) cls() ovalfill(10,10,10,20,8) is(n(8),11) cls() ovalfill(10,10,20,10,8) is(n(8),11) cls() rect(5,5,5,5,8) is(n(8),1) cls() line(5,5,5,5,8) is(n(8),1) cls() oval(10,10,11,11,8) is(n(8),4)
cls() rrectfill(10,10,0,5,0,8) rrectfill(10,10,5,0,0,8) rrect(10,10,-3,4,1,8) is(n(8),0) rrectfill(10,10,4,5,0,8) is(n(8),20) cls() rrect(10,10,4,5,0,8) is(n(8),14) cls() rrectfill(0,5,40,30,2,8) is(n(8),1200-12) is(box(8),"0,5,39,34") cls() rrectfill(10,10,5,5,99,8) is(pget(10,10),0) is(box(8),"10,10,14,14") cls() rrectfill(10,10,5,5,-3,8) is(n(8),25) cls() rrectfill(10,10,1,1,1,8) is(n(8),1) cls() rrectfill(10,10,5,5) is(n(8),25)
printh("ok")
