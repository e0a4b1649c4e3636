-- a starry sky. its own seed makes it the same each time
srand(7)
for i=1,120 do
 pset(rnd(128),rnd(128),rnd({1,5,6,7}))
end
