-- another cart starts after this frame. its pause menu has "back to town", and
-- its stat(6) is "level=3"
load("dungeon","back to town","level=3")
