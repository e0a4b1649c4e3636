-- honey days

function _init()
 bee={x=60,y=84,dx=0,dy=0,left=false}
end

function _update60()
 fly()
end

-- a bee has way on it: buttons push,
-- the air brakes
function fly()
 local push=0.16
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

function _draw()
 cls(3)
 map()
 ovalfill(bee.x+1,bee.y+11,bee.x+5,bee.y+12,1)
 spr(1+t()*15\1%2,bee.x,bee.y+sin(t())*1.5,1,1,bee.left)
end
