print("at the cursor, then a new line")
color(12)
print("in the pen's colour")
-- at a position. returns the column after the text
local x=print("hp ",4,40,6)
print(25,x,40,8)
-- control codes: \^w is wide, \^t tall, \f8 red
print("\^w\^twide\^-w\^-t and \f8red",4,60,7)
print("press ❎ or 🅾️",4,84,10)
