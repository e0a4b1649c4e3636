-- honey days

function _init()
 bee={x=60,y=84,dx=0,dy=0,load=0,left=false}
 flowers={}
 for i=1,10 do
  add(flowers,{x=8+rnd(104),y=24+rnd(88),kind=3+i%3,closed=0})
 end
end

function _update60()
 fly()
 visit()
end

-- a bee has way on it: buttons push,
-- the air brakes
function fly()
 local push=0.16-bee.load*0.011
 if btn(⬅️) then
  bee.dx-=push
  bee.left=true
 end
 if btn(➡️) then
  bee.dx+=push
  bee.left=false
 end
 if (btn(⬆️)) bee.dy-=push
 if (btn(⬇️)) bee.dy+=push
 bee.dx*=0.91
 bee.dy*=0.91
 bee.x=mid(0,bee.x+bee.dx,120)
 bee.y=mid(10,bee.y+bee.dy,118)
end

-- are two things that near?
function near(a,b,d)
 return abs(a.x-b.x)<d and abs(a.y-b.y)<d
end

-- pollen at flowers, which close
-- for eight seconds then
function visit()
 for f in all(flowers) do
  f.closed=max(0,f.closed-1)
  if f.closed==0 and bee.load<9 and near(bee,f,6) then
   bee.load+=1
   f.closed=480
  end
 end
end

function _draw()
 cls(3)
 map()
 for f in all(flowers) do
  spr(f.closed>0 and 6 or f.kind,f.x,f.y)
 end
 ovalfill(bee.x+1,bee.y+11,bee.x+5,bee.y+12,1)
 spr(1+t()*15\1%2,bee.x,bee.y+sin(t())*1.5,1,1,bee.left)
 -- what it carries
 for i=1,bee.load do
  local a=i/bee.load+t()/2
  circfill(bee.x+3.5+cos(a)*7,bee.y+4+sin(a)*5,1,10)
 end
end
