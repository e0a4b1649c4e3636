-- sprite 1, pixel by pixel: each becomes a dot
for y=0,7 do
 for x=0,7 do
  circfill(15+x*14,15+y*14,5,sget(8+x,y))
 end
end
assert(sget(8+3,3)==15,"the snout")
