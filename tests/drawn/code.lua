-- moonpond: drawn, composed and written in the editors

function _init()
 fly={}
 for i=1,20 do
  add(fly,{x=rnd(128),y=70+rnd(40),a=rnd(1)})
 end
 boat=20
 music(0)
end

function _update60()
 boat+=0.06
 if (boat>140) boat=-20
end

function _draw()
 cls()
 map(0,0,0,0,16,11)
 spr(64,82,10,4,4)
 map(16,0,0,0,16,11)
 map(32,0,0,0,16,11)
 spr(32,boat,73+sin(t()/4),2,2)
 water()
 map(32,11,0,88,16,5)
 foreach(fly,glow)
end

-- what is above the shore once more: upside down, darker, in waves
function water()
 pal({1,2,1,4,1,13,6,2,4,9,3,1,5,13,14})
 palt(0,false)
 poke(0x5f54,0x60)
 for y=0,39 do
  local s=sin(y/11+t()/2)*y/14
  sspr(0,87-y,128,1,s-4,88+y,136,1)
 end
 poke(0x5f54,0)
 palt()
 pal()
 -- the moon's way over the water
 for i=0,11 do
  local x=98+sin(i/3+t()/6)*(3+i/2)
  line(x-1-i/4,90+i*3,x+1+i/4,90+i*3,15)
 end
end

function glow(f)
 f.a+=0.002
 local x=f.x+sin(f.a)*8
 local y=f.y+cos(f.a*1.7)*5
 if sin(t()/3+f.x/20)>0 then
  circfill(x,y,1,9)
 end
 pset(x,y,10)
end
