pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
-- a ball, chance, sound
x,y,vx,vy=64,20,1.5,0
trail={}
function _update60()
 vy+=.1
 if (btn(0)) vx-=.1
 if (btn(1)) vx+=.1
 if (btnp(4)) vy=-2 sfx(0)
 x+=vx y+=vy
 if (x<4 or x>123) vx=-vx x=mid(4,x,123)
 if (y>123) y=123 vy=-vy*.9 add(trail,{x=x,y=y,c=8+rnd(8)\1})
 if (#trail>20) deli(trail,1)
end
function _draw()
 cls(1)
 for t in all(trail) do circ(t.x,t.y,3,t.c) end
 circfill(x,y,4,7)
 print(stat(0)\1,2,2,6)
end
__sfx__
000100001835018350183501a3501c3501d3501f35021350233502435024340243302432024310000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
