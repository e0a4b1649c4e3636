-- PICO-8's names for what PUC Lua 5.2 has, and its turns from 0 to 1.
cocreate,coresume,yield=coroutine.create,coroutine.resume,coroutine.yield
flr,abs,max,min=math.floor,math.abs,math.max,math.min
sub,tostr=string.sub,tostring
local sine,cosine,turn=math.sin,math.cos,2*math.pi
function sin(x) return -sine(x*turn) end
function cos(x) return cosine(x*turn) end
function mid(a,b,c) return max(min(a,b),min(max(a,b),c)) end
