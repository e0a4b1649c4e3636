-- both corners are included, so this frame surrounds the screen
rect(0,0,127,127,5)
for i=1,14 do
 rect(60-i*4,64-i*3,67+i*4,71+i*3,i)
end
