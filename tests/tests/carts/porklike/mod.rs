//! Smokehouse: its generator and rules separately, and the whole game, scripted, in the console with its real data
//! files.
//!
//! | file | what it checks |
//! |---|---|
//! | `gen_floors.rs` | every generated floor: rules over 20,000 of them |
//! | `gen_dig.rs` | signatures, rooms, worms |
//! | `gen_ways.rs` | gaps, shortcuts, doors, start and stairs, dead ends |
//! | `gen_life.rs` | wall sprites, chests, mobs, decorations |
//! | `room.rs` | rooms drawn as characters, and events in them as words |
//! | `rules_move.rs` | walking, doors, crocks, chests |
//! | `rules_blow.rs` | damage, statuses, food, special effects of weapons and armour |
//! | `rules_push.rs` | shoves, throws, smoke |
//! | `rules_mind.rs` | what monsters do |
//! | `rules_press.rs` | what one key press can cost |
//! | `rules_sight.rs` | lines of sight, cover, fog |
//! | `rules_turn.rs` | a run from the yard to its end; the tables |
//! | `rules_any.rs` | rules for any actions on any floors; speed |
//! | `bots_runs.rs` | whole runs by bots: none is stuck, everything is reached, nothing hidden is used |
//! | `show_feel.rs` | frame by frame: slide, bump, buffer, repeat, blows |
//! | `show_map.rs` | the hand-made floors, and how a floor is drawn: fog, cover, smoke, eyes |
//! | `show_menu.rs` | windows, messages, the bag |
//! | `show_run.rs` | stairs, death, win, replay, saved data |
//! | `show_text.rs` | every text fits its window; hit points and bag stay clear of the hero |
//! | `show_color.rs` | colours for the colour-blind |
//! | `show_sound.rs` | the sound of each event, and how the music continues |
//! | `rows_gen/`, `rows_rules/`, `rows_show/` | one test for each row of the tutorial, named by its number |
//! | `starts.rs` | the buns as which a run may start |
//! | `tasks.rs` | the table of tasks in `TASKS.md` against the sources |

mod bots_runs;
mod draft;
mod gen_dig;
mod gen_floors;
mod gen_life;
mod gen_ways;
mod play;
mod room;
mod rows_gen;
mod rows_rules;
mod rows_show;
mod rules_any;
mod rules_blow;
mod rules_mind;
mod rules_move;
mod rules_press;
mod rules_push;
mod rules_sight;
mod rules_turn;
mod show_color;
mod show_feel;
mod show_map;
mod show_menu;
mod show_run;
mod show_sound;
mod show_text;
mod starts;
mod tasks;
