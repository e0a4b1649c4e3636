cls(3)
for x=0,7 do
 spr(10,x*16+x%3*3,20+x*5%11)
end
spr(1,30,60)
-- two sprites wide and two high, starting with 16
spr(16,60,54,2,2)
-- a key, mirrored, and upside down; then half a coin
spr(7,30,90)
spr(7,50,90,1,1,true)
spr(7,70,90,1,1,false,true)
spr(6,90,90,0.5,1)
