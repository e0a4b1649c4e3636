--[[ Runs before each cart, on one line with it, for all engines, so that groups that are settled hide no others: the
button repeat is off, rnd(table) takes the same element, and t() counts the calls of _update. ]]
poke(0x5f5c,255)
do
 local number,kind,floor=rnd,type,flr
 function rnd(...)
  if select("#",...)==0 then return number() end
  local a=...
  if kind(a)=="table" then return a[floor(number(#a))+1] end
  return number(a)
 end
 local calls,fps,set,seconds=0,0,rawset,time
 function time()
  if fps==0 then return seconds() end
  return calls\fps+calls%fps/fps
 end
 t=time
 setmetatable(_ENV,{__newindex=function(env,name,value)
  if name=="_update" or name=="_update60" then
   fps=name=="_update" and 30 or 60
   local update=value
   value=function() calls+=1 update() end
  end
  set(env,name,value)
 end})
end
