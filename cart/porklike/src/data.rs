//! The tables of the game: monsters, items, names of foods and all texts, as they lie in `data/*.txt`.
//!
//! ```text
//! data/monsters.txt  name  hp atk sight first last charge         row 0 the hero, 1 to 10 the monsters
//! data/items.txt     name  class power extra stun bless first last   row 0 nothing, 1 to 22 the items
//!                          1..6 weapons, 7..12 armours, 13..16 throwables, 17..22 foods
//! data/foods.txt     adjectives / nouns, a line each
//! data/texts.txt     key: line / line / line
//! ```
//!
//! The numbers are read by the compiler: a table with a number too few or too many does not build, and at run time a row
//! is a field of a static. In the two tables the first line names the columns; digits and minus signs are numbers, all
//! else is for the reader. A name ends at the first two blanks.
//!
//! Not here: what a special monster or a unique item does (`rules/`), where a monster's picture is (the view).

/// What one kind of creature can do. Kind 0 is the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Hit points that it begins with.
    pub hp: i32,
    /// Damage of one blow. The hero's weapon adds to it.
    pub atk: i32,
    /// Steps (columns plus rows) that it sees.
    pub sight: i32,
    /// First floor that it lives on.
    pub first: i32,
    /// Last floor that it lives on.
    pub last: i32,
    /// What a special monster begins with: blows that daze or curse; three times the peas of a pod.
    pub charge: i32,
}

/// What a row of the items' table tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// What sort of thing: one of [`WEAPON`] to [`THROWABLE`].
    pub class: i32,
    /// Weapon: added attack. Armour: least block. Throwable: damage. Food: hit points healed.
    pub power: i32,
    /// Armour: most block. Throwable: tiles of smoke. Food: maximum of hit points gained.
    pub extra: i32,
    /// Turns that it dazes, for whatever of it does.
    pub stun: i32,
    /// 1 blesses, -1 curses.
    pub bless: i32,
    /// First floor that it is found on.
    pub first: i32,
    /// Last floor that it is found on.
    pub last: i32,
}

/// Class of weapons: equip, throw, burn.
pub const WEAPON: i32 = 0;
/// Class of armours: equip, throw, burn.
pub const ARMOUR: i32 = 1;
/// Class of foods: eat, throw, burn.
pub const FOOD: i32 = 2;
/// Class of what can only be thrown or burnt.
pub const THROWABLE: i32 = 3;

/// The empty slot, and the row of it: adds nothing, blocks nothing.
pub const NONE: u8 = 0;

/// Each hit also shoves.
pub const PIN: u8 = 1;
/// Strikes at distance 2 too.
pub const SKEWER: u8 = 2;
/// Strikes all four neighbours.
pub const WHISK: u8 = 3;
/// The first hit on each creature dazes it.
pub const LADLE: u8 = 4;
/// Each hit leaves a curse.
pub const GRATER: u8 = 5;
/// An ambush counts three times.
pub const BLADE: u8 = 6;
/// Opening and breaking costs no turn.
pub const MITT: u8 = 7;
/// Noticed from 2 at most.
pub const TOWEL: u8 = 8;
/// Never dazed.
pub const COLANDER: u8 = 9;
/// Neither cursed nor blessed.
pub const CLING: u8 = 10;
/// Who hits its wearer takes 1.
pub const CRACKLING: u8 = 11;
/// Waiting deals the highest block next.
pub const LID: u8 = 12;
/// Flies through all in line.
pub const TOOTHPICK: u8 = 13;
/// Dazes a tile and its neighbours.
pub const PEPPER: u8 = 14;
/// A cloud of smoke.
pub const FLOUR: u8 = 15;
/// Burns herbs.
pub const COAL: u8 = 16;
/// First of the six foods; [`crate::rules::World::known`] counts from here.
pub const FOODS: u8 = 17;

/// The first monster. Also what a pod lets out.
pub const PEA: u8 = 1;
/// Its first blow dazes instead of hurting.
pub const ONION: u8 = 3;
/// Rooted; lets out peas.
pub const POD: u8 = 4;
/// Two steps a turn.
pub const CAYENNE: u8 = 5;
/// Keeps its distance until it is hurt.
pub const MUSSEL: u8 = 6;
/// Every other turn; no doors, no shove.
pub const TERRINE: u8 = 7;
/// Its first blow curses too; bursts.
pub const EGG: u8 = 8;
/// Leaves smoke behind.
pub const KIPPER: u8 = 9;
/// Charges.
pub const OXTAIL: u8 = 10;

const MONSTERS: &str = include_str!("../data/monsters.txt");
const THINGS: &str = include_str!("../data/items.txt");
const WORDS: &str = include_str!("../data/foods.txt");
const TEXTS: &str = include_str!("../data/texts.txt");

/// The hero and the ten monsters.
pub static KINDS: [Kind; 11] = {
    let rows: [[i32; 6]; 11] = numbers(MONSTERS);
    let mut kinds = [Kind { hp: 0, atk: 0, sight: 0, first: 0, last: 0, charge: 0 }; 11];
    let mut row = 0;
    while row < rows.len() {
        let [hp, atk, sight, first, last, charge] = rows[row];
        kinds[row] = Kind { hp, atk, sight, first, last, charge };
        row += 1;
    }
    kinds
};

/// Nothing and the 22 items.
pub static ITEMS: [Item; 23] = {
    let rows: [[i32; 7]; 23] = numbers(THINGS);
    let mut items = [Item { class: 0, power: 0, extra: 0, stun: 0, bless: 0, first: 0, last: 0 }; 23];
    let mut row = 0;
    while row < rows.len() {
        let [class, power, extra, stun, bless, first, last] = rows[row];
        items[row] = Item { class, power, extra, stun, bless, first, last };
        row += 1;
    }
    items
};

/// Row of a kind of creature; the hero's for one that there is not.
pub fn kind(kind: u8) -> &'static Kind {
    KINDS.get(usize::from(kind)).unwrap_or(&KINDS[0])
}

/// Row of an item; nothing's for one that there is not.
pub fn item(item: u8) -> &'static Item {
    ITEMS.get(usize::from(item)).unwrap_or(&ITEMS[0])
}

/// Does what is met from the first to the last of these floors live on this one?
pub fn on(floor: u8, first: i32, last: i32) -> bool {
    (first..=last).contains(&floor.into())
}

/// The numbers of a table, row after row. Does not compile when there are more or fewer than H rows of W.
const fn numbers<const W: usize, const H: usize>(text: &str) -> [[i32; W]; H] {
    let text = text.as_bytes();
    let mut rows = [[0; W]; H];
    let (mut at, mut count, mut sign) = (0, 0, 1);
    while at < text.len() {
        let byte = text[at];
        at += 1;
        if byte.is_ascii_digit() {
            let number = &mut rows[count / W][count % W];
            *number = *number * 10 + sign * (byte - b'0') as i32;
            if !text[at].is_ascii_digit() {
                count += 1;
            }
        } else {
            sign = if byte == b'-' { -1 } else { 1 };
        }
    }
    assert!(count == W * H, "a table of data/*.txt has a number too few");
    rows
}

/// The name in a row of a table.
fn name(table: &'static str, row: u8) -> &'static str {
    table.lines().nth(usize::from(row) + 1).and_then(|line| line.split("  ").next()).unwrap_or_default()
}

/// Name of a kind of creature: 0 the hero, 1 to 10 the monsters. Empty for a kind that there is not.
pub fn kind_name(kind: u8) -> &'static str {
    name(MONSTERS, kind)
}

/// Name of an item as the table has it. A food's is its effect: what a player sees is
/// [`crate::rules::World::name`].
pub fn item_name(item: u8) -> &'static str {
    name(THINGS, item)
}

/// Adjectives (line 0) or nouns (line 1) of foods.
pub fn words(line: usize) -> impl Iterator<Item = &'static str> + Clone {
    WORDS.lines().nth(line).unwrap_or_default().split(' ')
}

/// The lines that `data/texts.txt` has under a key. None for a key that there is not.
pub fn text(key: &str) -> impl Iterator<Item = &'static str> + Clone {
    let found = TEXTS.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
    found.into_iter().flat_map(|lines| lines.split('/').map(str::trim))
}
