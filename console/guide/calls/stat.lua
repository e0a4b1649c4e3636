poke(0x5f2d,1) -- enables keyboard and mouse
print("mouse at "..stat(32).." "..stat(33))
print("date "..stat(90).."-"..stat(91).."-"..stat(92))
-- is the key a held? keys are sdl scancodes
print("a held: "..tostr(stat(28,4)))
assert(stat(7)==30,"updates a second")
