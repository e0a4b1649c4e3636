-- garbage: what lives for a few frames, texts that are put together and thrown away
function _init()
 sparks={}
 log={}
 t=0
end
function _update60()
 t+=1
 for i=1,12 do
  add(sparks,{x=64,y=64,dx=rnd(4)-2,dy=rnd(4)-2,left=20+rnd(20)})
 end
 for s in all(sparks) do
  s.x+=s.dx
  s.y+=s.dy
  s.left-=1
  if (s.left<0) del(sparks,s)
 end
 for i=1,8 do
  local line="frame "..t..": "
  for part in all({"sparks",#sparks,"at",rnd(128)\1}) do line..=part.." " end
  log[i]=line
 end
 for i=1,40 do
  local v={x=i,y=t}
  local w={x=v.x+1,y=v.y*2,from=v}
  if (w.x<0) add(log,w)
 end
end
function _draw()
 cls(0)
 for s in all(sparks) do pset(s.x,s.y,10) end
 for i=1,8 do print(log[i],1,i*7,6) end
end
