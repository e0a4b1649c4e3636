-- hen house
-- a cart of some lines
#include lib/dice.lua

function _init()
 hens={} fox=nil
 for i=1,8 do
  add(hens,{x=8*i,y=60,hp=3})
 end
 music(0)
end

function _update()
 if btnp(❎) then
  sfx(3)
 end
 for hen in all(hens) do
  hen.x+=rnd(2)-1 -- they wander
  if hen.hp<=0 then del(hens,hen) end
 end
end
-->8
function _draw()
 cls(3)
 for hen in all(hens) do
  spr(1,hen.x,hen.y,1,1,hen.x>64)
  print("hp "..hen.hp,hen.x,hen.y-7,0x7)
 end
 ?"\#1press ⬅️➡️",2,120
end
