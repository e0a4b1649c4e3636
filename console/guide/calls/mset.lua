-- a bridge over the pond, with tiles that are not solid
for x=8,13 do
 mset(x,6,8)
end
map()
spr(1,84,46)
assert(fget(mget(10,6))==0)
