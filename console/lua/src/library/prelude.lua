-- What calls functions of the program, or may switch coroutines in the middle: written in the language, since natives never
-- call back. Names that are not declared here stand for the library's own functions, whatever the program makes of its globals.

function all(t)
 if t==nil or #t==0 then
  return function() end
 end
 local i,last=1,nil
 return function()
  -- The next one, unless what it gave last has gone and another has moved there.
  if t[i]==last then i+=1 end
  while i<=#t and t[i]==nil do i+=1 end
  last=t[i]
  return last
 end
end

function foreach(t,f)
 for v in all(t) do f(v) end
end

function count(t,v)
 if t==nil then return 0 end
 local n=0
 if v==nil then
  for i=1,#t do
   if t[i]!=nil then n+=1 end
  end
 else
  for i=1,#t do
   if t[i]==v then n+=1 end
  end
 end
 return n
end

function del(t,v)
 if t==nil then return end
 for i=1,#t do
  if t[i]==v then return deli(t,i) end
 end
end
