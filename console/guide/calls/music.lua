music(0) -- from pattern 0
music(-1) -- stops it
-- starts again with a fade-in of 250 ms; effects may not use channels 0 and 1
-- (0b11)
music(0,250,0b11)
assert(stat(54)==0,"pattern 0 plays")
assert(sfx(0)==3,"it uses channels 0 to 2, so a coin sounds on 3")
