pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- coroutines, metatables, _ENV, strings, comments, short forms, labels
-- rests on: the manual of 0.2.7; names of the bit operators' events: z8lua
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
-- coroutines
function g(a) local b=yield(a+1) return b*2 end c=cocreate(g) is(costatus(c),"suspended") local ok,v=coresume(c,1) is(v,2) ok,v=coresume(c,5) is(v,10) is(costatus(c),"dead") ok,v=coresume(c) is(ok,false) is(type(v),"string")
c=cocreate(function() error_here.x=1 end) ok,v=coresume(c) is(ok,false) is(type(v),"string") c=cocreate(function() is(costatus(c),"running") end) coresume(c)
c=cocreate(function() for i=1,3 do yield(i) end end) local s="" while costatus(c)!="dead" do local ok,v=coresume(c) s..=tostr(v) end is(s,"123[nil]")
-- metatables
v2={__add=function(a,b) return {x=a.x+b.x} end,__eq=function() return true end,__lt=function(a,b) return a.x<b.x end,__le=function() return true end,__len=function() return 42 end,__call=function(self,a) return a end,__concat=function() return "cat" end,__unm=function() return "unm" end,__index={z=5},__idiv=function() return "idiv" end,__and=function() return "band" end,__shl=function() return "shl" end,__not=function() return "bnot" end,__tostring=function() return "vec" end,__rotl=function() return "rotl" end,__lshr=function() return "lshr" end,__xor=function() return "bxor" end,__peek=function() return "pk" end}
a=setmetatable({x=1},v2) b=setmetatable({x=2},v2) is((a+b).x,3) is(a==b,true) is(a<b,true) is(a<=b,true) is(#a,42) is(a(7),7) is(a.."x","cat") is(-a,"unm") is(a.z,5) is(a\b,"idiv") is(a&b,"band") is(a<<1,"shl") is(~a,"bnot") is(tostr(a),"vec") is(a<<>1,"rotl") is(a>>>1,"lshr") is(a^^1,"bxor")
t=setmetatable({},{__newindex=function(t,k,v) rawset(t,k,v*2) end}) t.x=2 is(t.x,4) t=setmetatable({},{__pairs=function() return function(_,k) if (not k) return 1,2 end end}) n=0 for k,v in pairs(t) do n+=v end is(n,2)
-- _ENV
do local _ENV={is=is} x=5 is(_ENV.x,5) end is(x,nil)
-- syntax
local function f(...) local a,b=... return b,a end is((f(1,2)),2) t={f(1,2),f(3,4)} is(#t,3) t={[1]=5,6;7} is(t[1],6) is(#t,2) t={x=1,["y z"]=2,} is(t["y z"],2)
if (x==nil) x=1 else x=2
is(x,1) if (x==1) then x=3 end is(x,3) if x==3 then x=4 elseif x==4 then x=5 else x=6 end is(x,4)
while (x<6) x+=1 y=x
is(y,6) for k in pairs({a=1}) do x=k end is(x,"a")
a,b=1,2 a,b=b,a is(a,2) t={1,2} t[1],t[2]=t[2],t[1] is(t[1],2)
x=[[
line]] is(x,"line") x=[==[a]]b]==] is(x,"a]]b") x='a"b' is(#x,3) x="a\
b" is(#x,3) is("\x41","A") is("\65","A") is("\065b","Ab") is("\z  a","a") is(ord"\a",7) is(ord"\b",8) is(ord"\v",11) is(ord"\f",12) is(ord"\r",13) is(ord"\*",1) is(ord"\#",2) is(ord"\-",3) is(ord"\|",4) is(ord"\+",5) is(ord"\^",6)
x=1 // comment
is(x,1) -- c
--[[ multi
line]] is(x,1) --[==[ x ]==] is(x,1)
local function fact(n) return n<2 and 1 or n*fact(n-1) end is(fact(7),5040)
for i=1,3 do for j=1,3 do if (j==2) goto cont
x=i*j ::cont:: end end is(x,9)
printh("ok")
