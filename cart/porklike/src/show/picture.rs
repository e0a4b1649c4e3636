//! Numbers of the pictures in the sheet that are not tiles of the map.
//!
//! ```text
//!  42 heart  shield  pointer  x  o  wedges        96 logo 12x3       143 swirl   144 toasted 8x2  152 ham roll 8x2
//! 176 icons of items 1 to 16                     192 the hero, then ten monsters, four pictures each
//! 236 hero: shoves  dazed  toast  with ham       240 icons of food
//! ```

/// The hp window's heart.
pub const HEART: i32 = 42;
/// Its shield.
pub const SHIELD: i32 = 43;
/// The pointer of a menu.
pub const POINTER: i32 = 44;
/// A herb in which somebody hides.
pub const RUSTLE: i32 = 23;
/// Behind the last picture of smoke; so many turns before it lies the picture of the smoke that stays so long, 4 at
/// most.
pub const SMOKE: i32 = 40;
/// Over the head of the dazed.
pub const SWIRL: i32 = 143;
/// TOASTED.
pub const TOASTED: i32 = 144;
/// HAM ROLL.
pub const HAM_ROLL: i32 = 152;
/// Item 1's icon would be the next.
pub const ITEM: i32 = 175;
/// First of the six icons of food.
pub const FOOD: i32 = 240;
/// First of the hero's four pictures.
pub const MOBS: i32 = 192;
/// The hero, beaten.
pub const TOAST: i32 = 238;
