-- half of the budget of sixty frames a second: many that move, look at one another and are drawn
function _init()
 actors={}
 for i=1,320 do
  add(actors,{x=rnd(128),y=rnd(128),dx=rnd(2)-1,dy=rnd(2)-1,r=1+i%3,c=i%15+1,turn=rnd(1),hp=10,hits=0,name="a"..i})
 end
 grid={}
 for i=0,255 do grid[i]={} end
end
function _update60()
 for i=0,255 do
  local cell=grid[i]
  while (#cell>0) deli(cell)
 end
 for a in all(actors) do
  a.turn+=0.003
  a.dx+=cos(a.turn)*0.02
  a.dy+=sin(a.turn)*0.02
  a.dx=mid(-2,a.dx,2)
  a.dy=mid(-2,a.dy,2)
  a.x+=a.dx
  a.y+=a.dy
  if (a.x<0 or a.x>127) a.dx=-a.dx a.x=mid(0,a.x,127)
  if (a.y<0 or a.y>127) a.dy=-a.dy a.y=mid(0,a.y,127)
  add(grid[a.x\8+a.y\8*16],a)
 end
 for i=0,255 do
  local cell=grid[i]
  for n=1,#cell-1 do
   local a,b=cell[n],cell[n+1]
   if abs(a.x-b.x)<2 and abs(a.y-b.y)<2 then
    a.hits+=1
    a.dx,b.dx=b.dx,a.dx
   end
  end
 end
end
function _draw()
 cls(0)
 for a in all(actors) do
  pset(a.x,a.y,a.c)
 end
 print(stat(1),1,1,7)
end
