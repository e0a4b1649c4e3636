pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- operators, compound assignments, literals, limits, shifts, short forms, loops
-- rests on: the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(9\2,4) is(-9\2,-5) is(9.5\-2,-5) is(67&63,3) is(5|2,7) is(5^^1,4) is(~5,-5.0001|~5) is(1<<4,16) is(16>>2,4) is(-16>>2,-4) is(-16>>>2,0x3ffc) is(0x1234.5678<<>8,0x3456.7812) is(0x1234.5678>><8,0x7812.3456)
is(1<<16,0) is(1<<31,0) is(1<<32,0) is(1>>16,0x.0001) is(1>>17,0) is(-1>>40,-0x.0001) is(1<<>32,1) is(1<<>33,2) is(1<<>-1,.5) is(1>><-1,2) is(1>>>-1,2) is(1>>-1,2) is(1<<1.9,2)
is(@0x5f25,6) poke(0x4300,1,2,3,4) is(%0x4300,0x201) is($0x4300,0x403.0201) is(@0x4301,2) poke2(0x4300,-1) is(%0x4300,-1) is(peek(0x4300),255) poke4(0x4300,0x1234.5678) is($0x4300,0x1234.5678) is(peek4(0x4300),0x1234.5678) is(@0x4303,0x12)
a,b,c=peek(0x4300,3) is(a,0x78) is(c,0x34) is(select("#",peek(0x4300,0)),0) is(select("#",peek(0x4300,-1)),0) is(select("#",peek2(0x4300,2)),2) is(peek(),@0) is(peek("0x4300"),0x78) poke(0x4300,256) is(@0x4300,0) poke(0x4300,-1) is(@0x4300,255) poke(0x4300,1.9) is(@0x4300,1) poke(0x4300,"7") is(@0x4300,7) poke(0x4300) is(@0x4300,0) poke(0x4300,true) is(@0x4300,0)
is(@0x4300.8,@0x4300) is(peek(-1),@0xffff)
x=5 x+=1 is(x,6) x-=2 is(x,4) x*=2 is(x,8) x/=4 is(x,2) x%=2 is(x,0) x=2 x^=3 is(x,8) x\=3 is(x,2) x..="a" is(x,"2a") x=5 x&=4 is(x,4) x|=1 is(x,5) x^^=1 is(x,4) x<<=1 is(x,8) x>>=2 is(x,2) x>>>=1 is(x,1) x<<>=4 is(x,16) x>><=4 is(x,1)
is(1!=2,true) is(not nil,true) is(1 and 2,2) is(nil or 3,3) is(false==nil,false)
is(0x11,17) is(0x11.4,17.25) is(0b101.1,5.5) is(1.5,0x1.8) is(.5,0x.8) is(5.,5) is(32767.99999,0x7fff.ffff) is(-32768,0x8000) is(tostr(32767.99999,true),"0x7fff.ffff")
is(1/0,0x7fff.ffff) is(-1/0,-0x7fff.ffff) is(0x7fff+1,-32768) is(-7%3,2) is(7%-3,1) is(-7%-3,2) is(5%0,0) is(2^-1,.5) is(2^.5*2^.5>1.99,true) is(-2^2,-4) is(2^3^2,512)
is("10"<"9",true) is("a"<"b",true) is(1=="1",false) is(#"abc"==3,true)
is(1 ..2,"12") is("a"..1.5,"a1.5") is(2*"3",6) is("0x10"+0,16)
goto skip
x=nil
::skip::
is(x,1)
if (x==1) x=2 y=3 else x=4
is(x,2) is(y,3)
while (x<5) x+=1
is(x,5) repeat local z=x x+=1 until z>6 is(x,8)
for i=1,3 do x=i end is(x,3) n=0 for i=5,1,-2 do n+=1 end is(n,3) n=0 for i=1,0 do n+=1 end is(n,0) n=0 for i=32760,32767 do n+=1 end is(n,8) n=0 for i=1,2,.25 do n+=1 end is(n,5) n=0 for i=1,2,0 do n+=1 if (n>3) break
end
function f(...) return select("#",...),... end is((f(1,nil)),2) local t={f()} is(t[1],0)
printh("ok")
