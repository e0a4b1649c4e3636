pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
r=1 s='' d=0
function n(v) if type(v)=='number' then return v end if type(v)=='string' then return #v end return 1 end
function h(...) local c=select('#',...) r+=c for i=1,min(c,3) do r=r*3+n((select(i,...))) end return c,... end
function p2(a,b) r+=n(a) return b,a end
function id(...) return ... end
function burn(k) for i=1,k do r+=i&1 end return k end
function grow(v) s=sub(s..tostr(n(v)),-30) return s end
w=setmetatable({},{__mode='k'})
function deep(k,...) d+=1 if d>40 then d=0 return k end if k<=0 then return ... end return h(k,deep(k-1,...)) end
a,b,t,m=1,2,{1,2,3},id
y=yield
f1,f2,f3,f4=id,h,p2,id
o=setmetatable({v=1},{__index=function(q,k)  if (d>40) d=0 return a
d+=1
w[{}]=1 w[t]=a
return burn(4000) end,__add=h,__concat=function(q,...) --[[...]] if (d>40) d=0 return a
d+=1
flip()
flip()
return ... end,__call=function(q,...) --[[...]] if (d>40) d=0 return a
d+=1
add(t,id(burn(15000))) if (#t>30) t={t[1]}

burn(15000)
b=({2,h(#pack(...),y())})[1],h((n(true)-n(o)),flip()) r=n(r)
return (n(o[a])&n(type(c2))) end,__lt=function(q,a) if (d>40) d=0 return a
d+=1
y(coresume(c3,y()))
do m(y(y(d,f4(time(),n(next(w)),m(r,r,7)),unpack(t))))
 end
return unpack(t) end,__eq=function(q,b) if (d>40) d=0 return a
d+=1
for a,b in pairs(w) do if (n(d)>60) break
d+=1 h(f3(b,(n(type(c2))-n(d)),y()))
for b=1,3 do o.v=b,b,h(f1(2,r)) r=n(r)
for a,b in pairs(t) do if (n(d)>60) break
d+=1 foreach({1,a},function(a)  m(d,unpack(t))
add(t,nil) if (#t>30) t={t[1]}

 end)
id(a,-1.5,o(unpack(t)))
 t={1,2} break end
if grow(r) then do deep(2,costatus(c1))
 end
 else h(id(stat(0),2))
o.z,b=-1.5,unpack(t) r=n(r)
 end
 g=function() a=n(a)+i return a end end
o.v=o(unpack(t)) r=n(r)
 t={1,2} break end
return type(c2),grow(b) end,__unm=function(q) if (d>40) d=0 return a
d+=1
o.v=unpack(t) r=n(r)
local b=a,id({},r,unpack(t)),y()
id(y())
return (n(s)%n(grow(2))),(n((o+7))%n((n(t[1])%n(1)))),y() end,__newindex=function(q,k,v) rawset(q,k,nil) r+=n(v) end})
o2=setmetatable({},getmetatable(o))
function o.go(q,...) return h(...) end
function f1(a,...) if (d>40) d=0 return a
d+=1
add(t,unpack(t)) if (#t>30) t={t[1]}

h(f3(r,(o<o and 1 or -1.5),flip()))
return (function(...) return #pack(...),deep(5,select('#',...)) end)(select('#',...),o.v,flip()),select('#',...),unpack(t) end
function f2(...) if (d>40) d=0 return a
d+=1
y(grow(unpack(t)))
p2(r,f4(y()))
for a,b in pairs(w) do if (n(d)>60) break
d+=1 local z=1 m=function(q,...) z+=1 flip()
t={unpack(t)}
 return z,q end
for a=1,3 do foreach({1,a},function(a)  for a,b in all(t) do if (n(d)>60) break
d+=1 local q,a,z=b,-1.5
y(d,unpack(t))
b=7,#t,unpack(t) r=n(r)
 t={1,2} break end
h(y(1,unpack(t)))
h(f3(coresume(c3,unpack(t)),unpack(t)))
 end)
h(o(-1.5,coresume(c2,2,r,h(select('#',...)))))
t={select('#',...),a,y(id(t[1]))}
 g=function() a=n(a)+i return a end end
 t={1,2} break end
return 2,a,f1(r,h(d,#t,deep(1,a,burn(4000)))) end
function f3(a,b) if (d>40) d=0 return a
d+=1
for a,b in ipairs(t) do if (n(d)>60) break
d+=1 do local k=0 ::l1:: k+=1 do o.z,b=n(next(w)),f3(f4(-1.5,{},unpack(t))) r=n(r)
if flip() then do local k=0 ::l2:: k+=1 do add(t,2) if (#t>30) t={t[1]}

o.v=time(),b r=n(r)
 end if (k<3) goto l2
end
o.z,b=7,time(),y() r=n(r)
 else a,b=t[1],costatus(c1),y() r=n(r)
 end
 end if (k<3) goto l1
end
flip()
flip()
 t={1,2} break end
foreach({1,a},function(a)  t={f2(time())}
 end)
return coresume(c2,stat(0),2,y(2,coresume(c1,flip(),t[1]),unpack(t))) end
function f4(x,y2,z,...) if (d>40) d=0 return a
d+=1
w[{}]=1 w[t]=a
flip()
a,b=m((type(c2) or #pack(...)),(n(n(next(w)))&n(#pack(...))),(n(type(c2))+n(o.v))) r=n(r)
local q,a,z=o(deep(3,o[a],h(...))),y()
return y(2,unpack(t)) end
function b1(a,b) while true do d=0
local z=1 m=function(q,...) z+=1 add(t,(n((n((...))|n(#w)))-n(coresume(c1,(...),a,f3(...))))) if (#t>30) t={t[1]}

b,t[1]=o(1),id(r,y()) r=n(r)
b,t[1]=o:go((...),time(),unpack(t)) r=n(r)
 return z,q end
o:go(unpack(t))
b,t[1]=f4(-1.5,d,unpack(t)),unpack(t) r=n(r)
y(unpack(t)) end end
function b2(a,b) while true do d=0
f4(((type(c2) or {}) and (n(#t)|n(b))),o(f1(s,-1.5,flip())))
o.v=stat(0),m(f4({},s)) r=n(r)
add(t,f3(f2(r,time()),(7 or r))) if (#t>30) t={t[1]}

y(h(m(o[a],unpack(t)),y(coresume(c1,nil,id(r)),-1.5,f2(time()))),({1,b,h(h(type(c2)))})[1],burn(4000)) end end
function b3(...) while true do d=0
t={(function(...) return -1.5,o:go(d) end)((...),stat(0),burn(4000)),h((n('k')&n(2)),-1.5,...)}
w[{}]=1 w[t]=a
y(#pack(...),o:go((n(r)+n(costatus(c1))),(function(...) return w,y() end)(select('#',...),-1.5,unpack(t)),(stat(0) or d))) end end
c1,c2,c3=cocreate(b1),cocreate(b2),cocreate(b3)
function step(i) d=0 if costatus(c1)=='dead' then c1=cocreate(b1) end if costatus(c2)=='dead' then c2=cocreate(b2) end
if costatus(c3)=='dead' then c3=cocreate(b3) end r=n(r)&0x7f
h(coresume(c1,i))
coresume(c2,i,r)
a,b=coresume(c3,unpack(t))
f1(a,(n(burn(4000))&n((n(2)*n(unpack(t))))),h(-1.5,(function(...) return costatus(c1),a,-1.5 end)(b,y()),flip()))
t={y(f2(f2(d)),s,burn(10)),burn(4000)}
add(t,a) if (#t>30) t={t[1]}

end
function _update60() step(time()) end
function _draw() pset(r,1,r) end
