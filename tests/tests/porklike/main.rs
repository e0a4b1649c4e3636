//! Smokehouse, played by script through the console with its real data files.
//!
//! | file | what it checks |
//! |---|---|
//! | `rules.rs` | what a step does, by tile, direction and flag |
//! | `feel.rs` | frame by frame: slide, bump, buffer, repeat, idle loop |
//! | `look.rs` | what is on the screen: flip, effects, palettes, fade, logo |
//! | `sound.rs` | which sound each event has, and how the music goes on |
//! | `floors.rs` | the hand-made floors: closed, joined, and nothing out of reach |
//! | `gen_floors.rs` | every floor the generator makes: rules over 20,000 of them |
//! | `gen_dig.rs` | signatures, rooms, worms |
//! | `gen_ways.rs` | flags, gaps, shortcuts, doors, start and stairs, dead ends |
//! | `gen_life.rs` | wall sprites, chests, mobs, decorations |
//! | `gen_grid.rs` | the grid of tiles, the distance of cells |
//! | `room.rs` | rooms drawn as characters, and what happens in them as words |
//! | `rules_move.rs` | walking, doors, crocks, chests |
//! | `rules_blow.rs` | damage, statuses, food, what is unique of weapons and armours |
//! | `rules_push.rs` | shoves, throws, bait, smoke, fire |
//! | `rules_mind.rs` | what monsters do |
//! | `rules_sight.rs` | lines of sight, cover, fog |
//! | `rules_turn.rs` | a run from the yard to its end; the tables |
//! | `rules_any.rs` | what holds for any actions on any floors; speed |
//! | `tasks.rs` | the README's table of tasks against the sources |

mod draft;
mod feel;
mod floors;
mod gen_dig;
mod gen_floors;
mod gen_grid;
mod gen_life;
mod gen_ways;
mod look;
mod play;
mod room;
mod rules;
mod rules_any;
mod rules_blow;
mod rules_mind;
mod rules_move;
mod rules_push;
mod rules_sight;
mod rules_turn;
mod sound;
mod tasks;
