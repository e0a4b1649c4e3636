cls(1)
-- 16 x 16 pixels of the sheet at (0, 8), unscaled ...
sspr(0,8,16,16,4,4)
-- ... six times as large, and squeezed upside down
sspr(0,8,16,16,28,4,96,96)
sspr(0,8,16,16,2,108,40,14,false,true)
