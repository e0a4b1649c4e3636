pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- public reports on syntax, numbers, texts and tables, each with what PICO-8 does
-- rests on: the report named in each line; tehwalris/celeste-rust and shrinko8 print what they recorded on PICO-8
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
-- celeste-rust, lua/probe/tables: lengths depend on how a table was built
t={} is(#t,0) t[3]="c" is(#t,0) t[1]="a" is(#t,1) t[2]="b" is(#t,3)
t={"a",nil,"c"} is(#t,3) t={"a","b","c"} t[2]=nil is(#t,3) t={"a","b","c"} t[3]=nil is(#t,2) t[#t+1]="z" is(#t,3)
t={} t[3]="c" t[#t+1]="x" is(#t,1) is(t[1],"x") t={} t[1]=1 t[2]=2 t[3]=3 t[2]=nil is(#t,1)
t={} t[1]=1 t[2]=2 t[4]=4 is(#t,4) t={} t[1]={} t[1][2]=1 is(#t[1],0)
-- celeste-rust: functions without variables of functions around are one, others are not
function mk() return function() end end is(mk()==mk(),true)
function mk() return function() return printh end end is(mk()==mk(),true)
function mk() local x=1 return function() return x end end is(mk()==mk(),false)
do local x=1 local f=function() return x end local g=function() return x end is(f==g,false) end
-- MiSTer_PICO-8, lvm.c: a step of zero runs no time
n=0 for v=0,0,0 do n+=1 end for v=3,0,0 do n+=1 end is(n,0)
-- zepto8 34: memory operators of texts
poke(0,77) is(@"0",77) is(%"0",77) is($"0",77>>16)
-- fake-08 22: a number ends before a name
s="--"d=1x=64o={}j=add is(s,"--") is(x,64) b=btn f=0p=pal is(f,0) is(p,pal)
-- fake-08 146: 3do, and a short if with an end of a loop
p={1,2,3,0} for j=0,3do if(btn(j,p[4]))p[2]=j+1end is(p[2],2)
-- fake-08 143, test carts: short forms in short forms, ? as a value
if(true)if(false)d=99 n=7
is(n,0)
function n6(n)if(ord(n)>=92)return ord(n)-41
return ord(n)-40end is(n6"\\",51) is(n6")",1)
n,d=1,0 o=3 while(o>0)o-=1n+=1if(n>2)n=1d+=1
is(d,1) is(n,2)
thing=?"all",12,106,4
is(thing,24)
-- fake-08 test carts: texts of thousands of characters go to memory and back
s="" for i=1,750 do s..="172=n:base\n" end poke2(0x8000,#s) ?"\^!8002"..s
is(chr(peek(0x8002,%0x8000))==s,true)
-- shrinko8 49: a function in a condition, its call on the next line
n=0 if (function() n+=1 return true end)
() then n+=1 end is(n,2)
-- pico8-ls 68: tostring
is(tostring(nil),"nil") is(tostring(12),"12") is(tostr(is,1),tostring(is)) is(sub(tostring({}),1,9),"table: 0x") is(tostr(is),"[function]")
-- pico8-ls 80: a short while
b=true while (b) b=false
is(b,false)
-- bbs, user 31158: rounding to no digits keeps the sign
is(tostr(8.5333-3.7667-4.7667),"-0") is(tostr(37.4667-35.6333),"1.8334")
-- bbs, user 82211: an index that is not whole is no index of the list
t={} i=0.1*10+1 t[i]=8 is(t[2],nil) is(tostr(i,1),"0x0001.fffa")
-- bbs, notes of 0.2.5: an index of a text is rounded down
s="ABCDE" is(s[2.6],"B") is(s[-2],"D") is(s[99],nil)
-- bbs, 2021: the right side of += is one value
x=-5 x+=x<0 and -100 or 100 is(x,-105)
-- fake-08 61: missing and negative arguments
is(#split"",1) is(split(nil),nil) is(tonum(),nil) for k in pairs() do end for k in ipairs(nil) do end
poke(0x4300,9) memset(0x4300,1,-5) memcpy(0x4300,0,-5) reload() is(@0x4300,9) is(type(mapdraw),"function")
-- toelm's port: cos of nothing is 1
is(cos(nil)*5,5)
printh("ok")
