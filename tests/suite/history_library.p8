pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of the library from 0.1.12 to 0.2.7: many values, random elements, files, the system's functions
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
s="" for i=1,30 do s..="0123456789" end is(select("#",ord(s,1,300)),300) is(select("#",ord(s,1,#s)),300) is(chr(ord(s,1,300))==s,true)
local one,two=0,0 for i=1,200 do if (rnd({1,2})==1) one+=1 else two+=1
end is(one>60 and two>60,true) n=0 local last for i=1,100 do local v=rnd({1,2}) if (v==last) n+=1
last=v end is(n>25 and n<75,true)
mkdir(nil) is(#ls()>=0,true) is(#ls(s..s)>=0,true) is(dir==ls or type(dir)=="function",true) cd() folder() info()
poke(0x4300,7) poke(0,1) cstore(0,0,1) poke(0,2,3) cstore(1,1,1) poke(0,0,0) reload() is(@0,1) is(@1,3) cstore(0x4300,0,0x100) cstore(0,0,0x7fff) reload(0x4300,0,1) is(@0x4300,1)
is(stat(101),nil) is(stat(102),0) is(stat(100),nil) is(stat(6),"") is(stat(110),false) is(stat(124),"") is(type(stat(4)),"string")
is(pack(1,2,3).n,3) is(pack().n,0) is(pack(nil,nil).n,2) is(type(time()),"number") is(t(),time())
is(print(12,0,0),8) is(print(1.5,0,0),12) is(print(true,0,0),16) is(print(nil,0,0),20)
-- coroutines over the end of a frame, in coroutines
local c=cocreate(function() local d=cocreate(function() for i=1,3 do flip() yield(i) end end) local sum=0 for i=1,3 do local ok,v=coresume(d) sum+=v end return sum end)
local ok,v=coresume(c) is(ok,true) is(v,6) is(costatus(c),"dead")
is(rawequal(s,s),true) is(rawlen({1,2,3}),3) is(next({},nil),nil) is(peek2(0x5f28),0) poke2(0x4300,0x1234) is(peek2(0x4300),0x1234)
is(select("#",unpack({1,2,3},-1,1)),3) is(del({1,2,3},2),2) is(deli({4,5}),5) is(add({},6),6)
is(menuitem(1,"a"),nil) menuitem(1) menuitem(5,"0123456789abcdefgh",function() end) menuitem(5) menuitem(0x301,"b",function() end) menuitem(1)
printh(nil) printh() printh({}) printh(1.5) is(tostr(stat(8)),"30") poke(0x5f2e,0x20) poke(0x5f30,1) is(@0x5f30,1)
printh("ok")
