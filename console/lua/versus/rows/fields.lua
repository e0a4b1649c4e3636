local ps={}
for i=1,100 do ps[i]={x=i,y=i,dx=1,dy=-1,life=100} end
for f=1,300 do
 for i=1,100 do
  local p=ps[i]
  p.x=p.x+p.dx
  p.y=p.y+p.dy
  if p.x>127 then p.x=0 end
  if p.y<0 then p.y=127 end
  p.life=p.life-1
  if p.life==0 then p.life=100 end
 end
end
return ps[1].x+ps[100].y
