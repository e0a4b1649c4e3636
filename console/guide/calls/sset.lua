-- draws a ball into sprite 64 while the cart runs
for y=0,7 do
 for x=0,7 do
  local dx,dy=x*2-7,y*2-7
  if dx*dx+dy*dy<60 then
   sset(x,32+y,dx+dy<-4 and 7 or 8)
  end
 end
end
for i=0,7 do
 spr(64,4+i*16,20+i*i*2)
end
