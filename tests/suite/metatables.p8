pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- __index, __newindex, __call, __len, __eq, __lt, __le, __unm
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
m={} m.__index=m m.v=3 t=setmetatable({},m) is(t.v,3) is(getmetatable(t),m)
m.__index=function(t,k) return k..k end is(t.ab,"abab")
m.__newindex=function(t,k,v) rawset(t,k,v*2) end t.x=4 is(t.x,8)
m.__call=function(t,a,b) return a+b end is(t(1,2),3)
m.__len=function() return 11 end is(#t,11)
m.__eq=function() return true end is(t==setmetatable({},m),true) is(t==1,false)
m.__lt=function() return true end m.__le=function() return false end is(t<t,true) is(t<=t,false)
m.__unm=function() return "neg" end is(-t,"neg")
m.__metatable="locked" is(getmetatable(t),"locked")
printh("ok")
