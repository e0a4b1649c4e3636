-- What the anchors have of PICO-8's library only so: as the machine's own is written, in plain Lua.

function add(t,v)
 if t~=nil then
  t[#t+1]=v
  return v
 end
end

function deli(t,i)
 local v,n=t[i],#t
 for k=i,n do t[k]=t[k+1] end
 return v
end

function del(t,v)
 for i=1,#t do
  if t[i]==v then return deli(t,i) end
 end
end

function all(t)
 if t==nil or #t==0 then
  return function() end
 end
 local i,last=1,nil
 return function()
  if t[i]==last then i=i+1 end
  while i<=#t and t[i]==nil do i=i+1 end
  last=t[i]
  return last
 end
end

function foreach(t,f)
 for v in all(t) do f(v) end
end
