pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of syntax from 0.1.12 to 0.2.6: short forms, compound assignments, comments, names
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
x=0 if (x==0) dog=1
is(dog,1) while (x<3) done_it=x x+=1
is(done_it,2) if (x==3) thenx=4 else elsex=5
is(thenx,4) is(elsex,nil)
a=1 a+=1+cos"0" is(a,3) s="\\" is(#s,1) s="a//b" is(#s,4) s='--[[' is(#s,4)
if (true) then s..="b" end is(#s,5)
::_::a+=1 is(a,4)
b={5} a=b[1]c=2 c+=1 is(a,5) is(c,3) function foo() return {a=function() return b end} end foo():a().x=1 foo():a().x+=1 is(b.x,2)
if (true) s="(" t=")" if (s=="(") t="]"
is(t,"]") is(s,"(") for i=1,2 do if (i==2) t=i end is(t,2)
cls() if (true) ?"x",0,0,7
is(pget(0,2),0) is(pget(0,0),7) x=1 ?"y",20,0 x+=1
is(x,2)
k=0 function f() k+=1 return k end t={[1]=10} t[f()]*=2 is(t[1],20) is(k,1)
_update60_=nil local type_=type type=nil is(type,nil) is(cos(0),1) type=type_
is(ord"A",65) is(ord"a",97) is(_ENV.cos==cos,true) x=-32768%10 is(x,2) is(-32768%32767,32766)
is(1!=2and 3or 4,3) if x==2then x=3end is(x,3)
x=5--comment
is(x,5) x=6//comment
is(x,6) is(99999,-31073) is(1.00001,1)
do local a,b=1 is(a,1) is(b,nil) end local function v(...) local t={...} return #t end is(v(1,2,3),3)
for i,v in next,{7} do is(v,7) end goto done x=1 ::done:: is(x,6)
is(#"\n",1) is("\
"=="\n",true) is(1<2==true,true) is("a".."b"=="ab",true) is(2^-2,.25) is(not 1==2,false) is(-3\2,-2) is(@0x5f25+1,@0x5f25-(-1))
printh("ok")
