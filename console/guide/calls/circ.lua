-- rings on the water
cls(1)
for r=4,39,7 do
 circ(52,60,r,12)
 circ(84,76,r/2,6)
end
