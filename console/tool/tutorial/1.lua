-- honey days

function _init()
 bee={x=60,y=84,left=false}
end

function _update60()
 if btn(⬅️) then
  bee.x-=1
  bee.left=true
 end
 if btn(➡️) then
  bee.x+=1
  bee.left=false
 end
 if (btn(⬆️)) bee.y-=1
 if (btn(⬇️)) bee.y+=1
end

function _draw()
 cls(3)
 map()
 spr(1,bee.x,bee.y,1,1,bee.left)
end
