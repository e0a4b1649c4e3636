-- platformer
-- by rasher

-- a solid map: flags of its tiles
-- mark what is solid, and each step
-- is tried in one direction after
-- the other

-- flags of tiles
solid,coin,hurts,goal=0,1,2,3

function _init()
 start()
end

function start()
 -- the map as in the file
 reload(0x2000,0x2000,0x1000)
 hero={x=16,y=96,dx=0,dy=0,ground=false,left=false,step=0,late=0}
 view,coins,falls,clock=0,0,0,0
 won=false
end

-- whether the tile at this pixel
-- has that flag
function at(x,y,flag)
 return fget(mget(x\8,y\8),flag)
end

-- whether the hero touches such a
-- tile. he is 6 wide and 8 high
function touches(x,y,flag)
 return at(x+1,y,flag) or at(x+6,y,flag) or at(x+1,y+7,flag) or at(x+6,y+7,flag)
end

function _update60()
 if won then
  if (btnp(🅾️) or btnp(❎)) start()
  return
 end
 clock+=1
 -- left and right: quick to start
 -- and to stop
 if btn(⬅️) then
  hero.dx-=0.15
  hero.left=true
 elseif btn(➡️) then
  hero.dx+=0.15
  hero.left=false
 else
  hero.dx*=0.8
 end
 hero.dx=mid(-1.4,hero.dx,1.4)
 move(hero.dx,0)
 -- a jump still counts for some
 -- frames after leaving an edge
 hero.late-=1
 if (hero.ground) hero.late=6
 if (btnp(🅾️) or btnp(❎) or btnp(⬆️)) and hero.late>0 then
  hero.dy=-3.1
  hero.late=0
  sfx(0)
 end
 -- releasing early: a low jump
 local held=btn(🅾️) or btn(❎) or btn(⬆️)
 hero.dy+=(hero.dy<0 and not held) and 0.4 or 0.17
 hero.dy=min(hero.dy,3)
 move(0,hero.dy)
 -- he is on the ground if he
 -- cannot move a pixel down
 hero.ground=hero.dy>=0 and touches(hero.x,hero.y+1,solid)
 if (hero.ground) hero.y,hero.dy=flr(hero.y),0
 hero.step=abs(hero.dx)>0.2 and hero.step+1 or 0
 take()
 if hero.y>132 or touches(hero.x,hero.y,hurts) then
  sfx(2)
  falls+=1
  hero.x,hero.y,hero.dx,hero.dy=16,96,0,0
 end
 if touches(hero.x,hero.y,goal) then
  sfx(3)
  won=true
 end
 view+=(mid(0,hero.x-60,384)-view)/8
end

-- moves pixel by pixel, and stops
-- in front of solid tiles
function move(dx,dy)
 local n=ceil(max(abs(dx),abs(dy)))
 for i=1,n do
  local x,y=hero.x+dx/n,hero.y+dy/n
  if touches(mid(0,x,504),y,solid) then
   if (dy~=0) hero.dy=0
   if (dx~=0) hero.dx=0
   hero.x,hero.y=flr(hero.x),flr(hero.y)
   return
  end
  hero.x,hero.y=mid(0,x,504),y
 end
end

-- takes the coin at the hero, and
-- empties its tile
function take()
 local x,y=(hero.x+4)\8,(hero.y+4)\8
 if fget(mget(x,y),coin) then
  mset(x,y,0)
  coins+=1
  sfx(1)
 end
end

function picture()
 if (not hero.ground) return 4
 if (hero.step>0) return 2+hero.step\5%2
 return 1
end

function _draw()
 camera()
 cls(12)
 circfill(104,20,10,10)
 for i=0,9 do
  circfill((i*46-view/4)%400-40,118,30,6)
 end
 for i=0,7 do
  circfill((i*61-view/2)%420-40,132,34,13)
 end
 camera(view,0)
 -- coins spin: another picture for
 -- the same tile
 local turn=t()*4\1%2==0
 if turn then
  map(0,0,0,0,64,16)
 else
  map(0,0,0,0,64,16,0xfd)
  for x=view\8,view\8+16 do
   for y=0,15 do
    if (at(x*8,y*8,coin)) spr(21,x*8,y*8)
   end
  end
 end
 spr(picture(),hero.x,hero.y,1,1,hero.left)
 camera()
 spr(20,2,1)
 print(coins,12,3,1)
 if won then
  rrectfill(24,44,80,32,4,1)
  print("you made it!",41,49,10)
  print(coins.." coins, "..falls.." falls",34,58,7)
  print(clock\60 .." seconds",46,66,6)
 elseif hero.x<60 and clock<400 then
  print("⬅️➡️ run   🅾️ jump",26,56,1)
 end
end
