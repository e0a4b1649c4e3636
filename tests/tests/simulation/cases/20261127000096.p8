pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
r=1 s='' d=0 if (cartdata) cartdata('simulated')
function n(v) if type(v)=='number' then return v end if type(v)=='string' then return #v end return 1 end
function h(...) local c=select('#',...) r+=c for i=1,min(c,3) do r=r*3+n((select(i,...))) end return c,... end
function p2(a,b) r+=n(a) return b,a end
function id(...) return ... end
function burn(k) for i=1,k do r+=i&1 end return k end
function grow(v) s=sub(s..tostr(n(v)),-30) return s end
w=setmetatable({},{__mode='k'})
function deep(k,...) d+=1 if d>40 then d=0 return k end if k<=0 then return ... end return h(k,deep(k-1,...)) end
a,b,t,m=1,2,{1,2,3},id
flip=function() r+=1 end
function y(...) for c in all{c1,c2,c3} do if (costatus(c)=='running') return yield(...)
end return ... end
f1,f2,f3,f4=id,h,p2,id
o=setmetatable({v=1},{__index=function(q,k)  if (d>40) d=0 return a
d+=1
foreach({1,a},function(a)  id(coresume(c3,d,y(costatus(c1),7,y())))
f1(grow(h(costatus(c1),unpack(t))),w,h(a,2,f4(2,type(c2),unpack(t))))
b,t[1]=(n(coresume(c1,f2(7,costatus(c1),2)))|n(r)),(o..-1.5),2 r=n(r)
 end)
w[{}]=1 w[t]=a
return time(),unpack(t) end,__add=function(q,a) if (d>40) d=0 return a
d+=1
do y((function(...) return p2(select('#',...),costatus(c1),7) end)(n(next(w)),#t,h(t[1],nil)),b)
local z=1 m=function(q,...) z+=1 coresume(c1,1,f1(#pack(...),#pack(...),y()))
if (b and costatus(c1)) then m(t[1],(...),f2(...))
o(type(c2),select('#',...),p2(d,(...)))
y((...),a)
 else t={y()}
a,b=type(c2),t[1],m((...),unpack(t)) r=n(r)
 end
if (n(-1.5)|n(b)) then for i=1,2 do o.z,b=s,2,-1.5 r=n(r)
 g=function() a=n(a)+i return a end end
add(t,o[a]) if (#t>30) t={t[1]}

flip()
 else h(h(7,7,f2((...),2,...)))
local a=true,r,burn(10)
dset(1,n(a))
 end
 return z,q end
h(pack((n(nil)|n(7)),(type(c2) or #t),deep(5,type(c2),deep(3,unpack(t)))))
 end
local b=(b or (n(f4(time()))|n(h(7,d)))),m(({nil})[1])
h(f2((n((function(...) b=a return stat(0),h(costatus(c1),r,...) end)(y()))&n(7)),({o,f2(y())})[1],h(grow(o.v),y(unpack(t)))))
flip()
return f3(y()) end,__concat=h,__call=h,__lt=function(q,a) if (d>40) d=0 return a
d+=1
flip()
do local k=0 ::l1:: k+=1 do for a,b in all(t) do if (n(d)>60) break
d+=1 y(unpack(t))
o.v=type(c2),h(#w),unpack(t) r=n(r)
 t={1,2} break end
do local b=-1.5,deep(5,f4({},r)),f2(unpack(t))
 end
 end if (k<3) goto l1
end
return grow((function(...) return o:go(...) end)(p2(s),y())),(n((n(r)|n(f4(-1.5,unpack(t)))))*n((n(costatus(c1))-n(h(unpack(t)))))) end,__eq=function(q,b) if (d>40) d=0 return a
d+=1
b,t[1]=pack(f3(y('k',b,n(next(w)))),h(id(t[1],pack(-1.5,time()),h({},h(unpack(t)),7)))) r=n(r)
return unpack(t) end,__unm=h,__newindex=function(q,k,v) rawset(q,k,nil) r+=n(v) end})
o2=setmetatable({},getmetatable(o))
rawset(o,'go',function(q,...) return h(...) end)
function f1(a,...) if (d>40) d=0 return a
d+=1
add(t,#pack(...)) if (#t>30) t={t[1]}

return (function(...) return b,type(c2),m(s) end)(-1.5,unpack(t)),deep(0,grow(type(c2)),flip()) end
function f2(...) if (d>40) d=0 return a
d+=1
for b=1,1 do a=costatus(c1),(o+time()),y() r=n(r)
do h(f3(7,(...),burn(10)))
if coresume(c3,(...),r) then a,b=y(a,...) r=n(r)
menuitem(1,'x',function(b) r+=n(b) flip() h(b) return r>5 end)
 else for a=1,2 do o.z,b=n(next(w)),2,type(c2) r=n(r)
 g=function() a=n(a)+i return a end end
do local _ENV=setmetatable({a=r},{__index=_ENV}) m(-1.5,...)
o:go(-1.5,(...),costatus(c1))
 end
unpack(t)
 end
 end
 g=function() a=n(a)+i return a end end
h(h((function(...) return f3(f4((...),type(c2),unpack(t))) end)(#w,r,f1(...)),((n(a)*n(#w)) or 7),o((function(...) return stat(0),y() end)(7,#w,f3(#t,unpack(t))),f4(true,unpack(t)))))
w[{}]=1 w[t]=a
return grow(-1.5) end
function f3(a,b) if (d>40) d=0 return a
d+=1
t={f3(y()),(function(...) return d,select('#',...) end)(unpack(t))}
menuitem(1,'x',function(b) r+=n(b) flip() h(b) return r>5 end)
menuitem(1,'x',function(b) r+=n(b) flip() h(b) return r>5 end)
return pack(f3(1)) end
function f4(x,y2,z,...) if (d>40) d=0 return a
d+=1
b,t[1]=o,7,unpack(t) r=n(r)
do for i=1,3 do h(pack(d,'k'))
if (n(t[1])&n(a)) then flip()
for b=1,3 do y(a,...)
add(t,#t) if (#t>30) t={t[1]}

 g=function() a=n(a)+i return a end end
y(...)
 else do h(unpack(t))
 end
menuitem(1,'x',function(b) r+=n(b) flip() h(b) return r>5 end)
 end
 g=function() a=n(a)+i return a end end
t={(o..d),(o==o2 and 2 or type(c2)),f3(-1.5,costatus(c1),w)}
 end
w[{}]=1 w[t]=a
r,a=((o<o and 1 or (...)) or 7),y() r=n(r)
return deep(5,(n(1)|n(d))) end
function b1(...) while true do d=0
o:go((o==o2 and 2 or -1.5),h((select('#',...) and (...)),n(next(w))))
add(t,({flip(),f3(stat(0),select('#',...),deep(2,o(unpack(t))))})[1]) if (#t>30) t={t[1]}

y(deep(3,grow(a),(o==o2 and 2 or r),...)) end end
function b2(...) while true do d=0
for a,b in ipairs(t) do if (n(d)>60) break
d+=1 if (n((n(#w)*n(r)))|n(b)) then do do local k=0 ::l2:: k+=1 do add(t,time()) if (#t>30) t={t[1]}

 end if (k<3) goto l2
end
t={d,w,y()}
 end
 else do local _ENV=setmetatable({a=r},{__index=_ENV}) f2(y(costatus(c1),select('#',...),b))
dset(1,n(a))
 end
flip()
 end
menuitem(1,'x',function(b) r+=n(b) flip() h(b) return r>5 end)
 t={1,2} break end
o.v=({2,d,coresume(c3,id(a,unpack(t)))})[1],grow(r),(n((n(2)%n(a)))%n((-o..n(next(w))))) r=n(r)
y(pack(flip())) end end
function b3(a,b) while true do d=0
flip()
if #w then if deep(3,p2(1,costatus(c1))) then flip()
deep(2,nil,h(t[1],y(id(d),w,unpack(t)),time()))
for a=1,2 do for a,b in pairs(t) do if (n(d)>60) break
d+=1 o.v=p2(r,s),unpack(t) r=n(r)
 t={1,2} break end
do y(o:go(b,unpack(t)),a,unpack(t))
 end
 g=function() a=n(a)+i return a end end
 else o.z,b=o[a],#t,1 r=n(r)
 end
a,b=o(n(next(w)),y()),(n(time())-n(-1.5)) r=n(r)
music(0)
 else m(({-1.5,y(o)})[1],unpack(t))
t={pack(h(a,a,costatus(c1)))}
 end
h(costatus(c1),f4(time(),o(1),unpack(t)))
y(unpack(t),2,pack(m(coresume(c2,2),time()))) end end
c1,c2,c3=cocreate(b1),cocreate(b2),cocreate(b3)
function step(i) d=0 if costatus(c1)=='dead' then c1=cocreate(b1) end if costatus(c2)=='dead' then c2=cocreate(b2) end
if costatus(c3)=='dead' then c3=cocreate(b3) end r=n(r)&0x7f
coresume(c1,i,r)
a,b=coresume(c2,unpack(t))
coresume(c3,i,r)
music(0)
menuitem(1,'x',function(b) r+=n(b) flip() h(b) return r>5 end)
end
function _update60() step(time()) end
function _draw() pset(r,1,r) end
