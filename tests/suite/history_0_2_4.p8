pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of 0.2.4 to 0.2.4c: texts, tabs, comments, memset
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
pal(7,8) cls() print("\f7█",0,0) is(pget(2,2),8) pal()
is(tostr(setmetatable({},{})),"[table]")
is(print("\tx",0,0),20) print("a\*5\nb",0,0) is(@0x5f27,36)
is(sub("abc",4,4),"") is(sub("abc",2,true),"b")
is(print("\^.\1\1\1\1\1\1\1\0ab",0,0),16)
if true then x=1 end--[[]]if true then x=2 end is(x,2)
memset(0x1000,5,16) is(mget(3,32),5)
if(x==2)x=3
is(x,3) while(x<5)x+=1
is(x,5) is(select("#",stat(31)),1) poke(0x5f2d,1) is(select("#",stat(31)),1)
is(#split("a\0b,c"),2) is(#split("a\0b,c")[1],3) is(#sub("a\0b",1,2),2)
printh("ok")
