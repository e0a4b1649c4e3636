-- another cart begins when this frame is done. "back to town" will be in its
-- pause menu, and its stat(6) says "level=3"
load("dungeon","back to town","level=3")
