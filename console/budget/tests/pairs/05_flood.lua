-- distances over a map of rooms, by flooding from a point
w=16

function _init()
 px,py=8,8
 for i=1,60 do
  mset(rnd(w),rnd(w),1)
 end
 mset(px,py,0)
 flood(px,py)
end

function flood(x,y)
 dist={}
 for i=0,w*w-1 do dist[i]=-1 end
 local cand={{x,y}}
 dist[x+y*w]=0
 far=0
 while #cand>0 do
  local new={}
  for c in all(cand) do
   local d=dist[c[1]+c[2]*w]+1
   for dir in all({{-1,0},{1,0},{0,-1},{0,1}}) do
    local nx,ny=c[1]+dir[1],c[2]+dir[2]
    local i=nx+ny*w
    if nx>=0 and nx<w and ny>=0 and ny<w and mget(nx,ny)==0 and dist[i]<0 then
     dist[i]=d
     far=max(far,d)
     add(new,{nx,ny})
    end
   end
  end
  cand=new
 end
end

function downhill(x,y)
 local best,bx,by=dist[x+y*w],x,y
 for dy=-1,1 do
  for dx=-1,1 do
   local d=dist[x+dx+(y+dy)*w]
   if abs(dx)+abs(dy)==1 and d and d>=0 and d<best then
    best,bx,by=d,x+dx,y+dy
   end
  end
 end
 return bx,by
end

function _update()
 local ox,oy=px,py
 if btnp(0) then px-=1 end
 if btnp(1) then px+=1 end
 if btnp(2) then py-=1 end
 if btnp(3) then py+=1 end
 px,py=mid(0,px,w-1),mid(0,py,w-1)
 if mget(px,py)!=0 then
  px,py=ox,oy
 elseif px!=ox or py!=oy then
  flood(px,py)
 end
end

function _draw()
 cls()
 for y=0,w-1 do
  for x=0,w-1 do
   local d=dist[x+y*w]
   if mget(x,y)!=0 then
    rectfill(x*8,y*8,x*8+7,y*8+7,5)
   elseif d>=0 then
    print(d,x*8,y*8+1,d>9 and 1 or 13)
   end
  end
 end
 local x,y=0,0
 for i=1,far do
  x,y=downhill(x,y)
  circfill(x*8+3,y*8+3,1,8)
 end
 spr(1,px*8,py*8)
end
