-- sparks, smoke and shock waves
function _init()
 parts={}
 shake=0
 cx,cy=64,64
end

function spark(x,y)
 local a,v=rnd(),0.5+rnd(2)
 add(parts,{
  kind=1,x=x,y=y,
  dx=cos(a)*v,dy=sin(a)*v,
  age=0,life=15+rnd(15)
 })
end

function smoke(x,y)
 add(parts,{
  kind=2,x=x+rnd(8)-4,y=y,
  dx=rnd(0.4)-0.2,dy=-0.3-rnd(0.5),
  age=0,life=40+rnd(20)
 })
end

function boom(x,y)
 for i=1,30 do spark(x,y) end
 for i=1,8 do smoke(x,y) end
 add(parts,{kind=3,x=x,y=y,dx=0,dy=0,age=0,life=12})
 shake=8
 sfx(2)
end

function _update60()
 if btn(0) then cx-=1 end
 if btn(1) then cx+=1 end
 if btn(2) then cy-=1 end
 if btn(3) then cy+=1 end
 if btnp(5) then boom(cx,cy) end
 if btn(4) then smoke(cx,cy) end
 for p in all(parts) do
  p.x+=p.dx
  p.y+=p.dy
  if p.kind==1 then
   p.dy+=0.05
   p.dx*=0.98
  end
  p.age+=1
  if p.age>=p.life then del(parts,p) end
 end
 if shake>0 then shake-=1 end
end

fire={7,10,9,8,2}
grey={7,6,13,5}

function _draw()
 cls()
 camera(rnd(shake)-shake/2,rnd(shake)-shake/2)
 for p in all(parts) do
  local t=p.age/p.life
  if p.kind==1 then
   pset(p.x,p.y,fire[1+flr(t*#fire)])
  elseif p.kind==2 then
   circfill(p.x,p.y,1+t*4,grey[1+flr(t*#grey)])
  else
   circ(p.x,p.y,4+t*30,7)
  end
 end
 camera()
 circ(cx,cy,3,11)
 print(#parts,2,2,5)
end
