-- my game
-- by you

-- a firefly in a night meadow catches sparks.
-- _init runs once; then, sixty times a second,
-- _update60 and _draw.

function _init()
 fly={x=60,y=60}
 spark={x=96,y=40}
 trail={}
 caught=0
 music(0)
end

function _update60()
 local x,y=fly.x,fly.y
 if (btn(⬅️)) x-=1
 if (btn(➡️)) x+=1
 if (btn(⬆️)) y-=1
 if (btn(⬇️)) y+=1
 x,y=mid(0,x,120),mid(0,y,120)
 -- the map's tile under its feet:
 -- sprites with flag 0 stop it
 if not fget(mget((x+4)\8,(y+7)\8),0) then
  fly.x,fly.y=x,y
 end
 add(trail,{x=fly.x,y=fly.y},1)
 if (#trail>24) deli(trail)
 if abs(x-spark.x)<7 and abs(y-spark.y)<7 then
  caught+=1
  spark={x=flr(rnd(120)),y=flr(rnd(88))}
  sfx(8)
 end
end

function _draw()
 cls(1)
 circfill(104,22,11,13)
 circfill(104,22,10,7)
 map()
 local colors={10,9,4,2}
 for i=4,#trail,3 do
  local p=trail[i]
  circfill(p.x+3,p.y+4,2-(i-1)\9,colors[1+(i-1)\6])
 end
 local beat=t()*7.5\1%2
 spr(3+beat,spark.x,spark.y)
 spr(1+beat,fly.x,fly.y)
 print("sparks "..caught,4,4,7)
end
