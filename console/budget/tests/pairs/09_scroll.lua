-- a wide map, a hero who walks and jumps on it, a camera that follows
function _init()
 x,y=24,40
 dx,dy=0,0
 camx,camy=0,0
 ground=false
 left=false
 coins=0
end

function solid(px,py)
 return fget(mget(px\8,py\8),0)
end

function free(px,py)
 return not (solid(px,py) or solid(px+7,py) or solid(px,py+7) or solid(px+7,py+7))
end

function move_x()
 if free(x+dx,y) then
  x+=dx
 else
  dx=0
 end
end

function move_y()
 if free(x,y+dy) then
  y+=dy
  ground=false
 else
  ground=dy>0
  dy=0
 end
end

function pick()
 local cx,cy=(x+4)\8,(y+4)\8
 if mget(cx,cy)==5 then
  mset(cx,cy,0)
  coins+=1
  sfx(6)
 end
end

function _update60()
 if btn(0) then
  dx-=0.2
  left=true
 elseif btn(1) then
  dx+=0.2
  left=false
 else
  dx*=0.8
 end
 dx=mid(-1.5,dx,1.5)
 dy=min(dy+0.15,3)
 if btnp(5) and ground then
  dy=-2.6
  sfx(7)
 end
 move_x()
 move_y()
 pick()
 camx+=(mid(0,x-60,1024-128)-camx)*0.1
 camy+=(mid(0,y-60,256-128)-camy)*0.1
end

function _draw()
 cls(12)
 camera(camx/2,0)
 for i=0,8 do
  circfill(i*90,120,40,3)
 end
 camera(camx,camy)
 map(0,0,0,0,128,32)
 local n=16
 if not ground then
  n=18
 elseif abs(dx)>0.2 then
  n=16+x\4%2
 end
 spr(n,x,y,1,1,left)
 camera()
 print("coins "..coins,4,4,7)
end
