-- a starry sky. a seed of its own makes it the same one each time
srand(7)
for i=1,120 do
 pset(rnd(128),rnd(128),rnd({1,5,6,7}))
end
