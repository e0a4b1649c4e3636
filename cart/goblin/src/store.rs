//! The world: entities are numbers, with a store for each kind of component.
//!
//! ```text
//!            Cell   Sprite  Kind  Fighter  Mind  Item ...       spawn((Cell, Sprite, ..)) ── a new row
//!   1 hero    x       x      x      x                           query::<(&Cell, &Mind)>() ── rows that have both
//!   2 snake   x       x      x      x       x                   get, give, take           ── one field of a row
//!   3 drum    x       x                           x             despawn                   ── the row goes
//! ```
//!
//! A store is a sorted map, so the order of a query is that of birth, on every platform. All of it is plain data with serde's
//! traits: the console saves and copies it, which a registry of types could not promise. Not here: systems. They are
//! methods of the game that ask the world.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use kit::Cell;
use serde::{Deserialize, Serialize};

/// Something in the world: its number. 0 is none.
pub type Entity = u32;
/// All components of a kind.
pub type Store<T> = BTreeMap<Entity, T>;

/// Where something is that is on another floor: the floor, the cell.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Away(pub i32, pub Cell);

/// A sprite of the sheet, which is white; its colour; is it flipped to the left?
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Sprite(pub i32, pub u8, pub bool);

/// The kind of a creature: a row of [`crate::data::KINDS`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Kind(pub i32);

/// An item on the floor: a row of [`crate::data::ITEMS`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Item(pub i32);

/// A creature that can be hit and blocks the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter {
    /// Hit points, and the most of them.
    pub hp: i32,
    /// The most hit points.
    pub max: i32,
    /// Hits in 100 against no defence.
    pub accuracy: i32,
    /// Each point takes 13 in 1,000 of the hits.
    pub defence: i32,
    /// The least that a hit takes, and the most.
    pub low: i32,
    /// The most that a hit takes.
    pub high: i32,
}

/// How a monster moves when it knows of the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Habit {
    Hunt,
    Flit,
    /// Comes, and never forgets.
    Follow,
    /// Shoots from afar.
    Shoot,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Mind {
    pub habit: Habit,
    /// For so many turns it will look for the hero; 0: it does not know.
    pub aware: i32,
}

/// Turns of poison that are left.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Poison(pub i32);

/// Pixels from its cell to where it is drawn, on the way to 0; then -1 for a step, and for a lunge the frames
/// until it is shown.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Slide(pub i32, pub i32, pub i32);

/// A word that rises above a cell: text, colour, frames so far, pixels by which later ones have pushed it up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Floater(pub String, pub u8, pub i32, pub i32);

/// A kind of data that an entity can have, once.
pub trait Component: Sized {
    fn of(world: &World) -> &Store<Self>;
    /// The same, to be changed.
    fn of_mut(world: &mut World) -> &mut Store<Self>;
}

macro_rules! world {
    ($($store:ident: $type:ty,)+) => {
        #[derive(Clone, Debug, Default, Serialize, Deserialize)]
        pub struct World {
            born: Entity,
            $($store: Store<$type>,)+
        }

        impl World {
            /// Takes all that an entity has.
            pub fn despawn(&mut self, it: Entity) {
                $(self.$store.remove(&it);)+
            }
        }

        $(impl Component for $type {
            fn of(world: &World) -> &Store<Self> {
                &world.$store
            }
            fn of_mut(world: &mut World) -> &mut Store<Self> {
                &mut world.$store
            }
        })+
    };
}

world! {
    cell: Cell,
    away: Away,
    sprite: Sprite,
    kind: Kind,
    item: Item,
    fighter: Fighter,
    mind: Mind,
    poison: Poison,
    slide: Slide,
    floater: Floater,
}

/// Components that are given together.
pub trait Bundle {
    fn give(self, world: &mut World, it: Entity);
}

macro_rules! bundles {
    ($(($($part:ident)+))+) => {$(
        #[allow(non_snake_case)]
        impl<$($part: Component),+> Bundle for ($($part,)+) {
            fn give(self, world: &mut World, it: Entity) {
                let ($($part,)+) = self;
                $($part::of_mut(world).insert(it, $part);)+
            }
        }
    )+};
}

bundles!((A) (A B) (A B C) (A B C D) (A B C D E));

/// What a query asks for: a component, or two such things.
pub trait Query<'w>: Sized {
    /// The component whose store is gone through.
    type Lead: Component + 'w;
    /// What that entity has of it.
    fn fetch(world: &'w World, it: Entity) -> Option<Self>;
}

impl<'w, T: Component + 'w> Query<'w> for &'w T {
    type Lead = T;
    fn fetch(world: &'w World, it: Entity) -> Option<Self> {
        T::of(world).get(&it)
    }
}

impl<'w, A: Query<'w>, B: Query<'w>> Query<'w> for (A, B) {
    type Lead = A::Lead;
    fn fetch(world: &'w World, it: Entity) -> Option<Self> {
        Some((A::fetch(world, it)?, B::fetch(world, it)?))
    }
}

impl World {
    /// A new entity with these components.
    pub fn spawn(&mut self, parts: impl Bundle) -> Entity {
        self.born += 1;
        parts.give(self, self.born);
        self.born
    }

    /// All entities with these components, the oldest first.
    pub fn query<'w, Q: Query<'w>>(&'w self) -> impl Iterator<Item = (Entity, Q)> {
        Q::Lead::of(self).keys().filter_map(|it| Some((*it, Q::fetch(self, *it)?)))
    }

    /// The entities of [`World::query`]: the world may be changed while one goes through them.
    pub fn all<'w, Q: Query<'w>>(&'w self) -> Vec<Entity> {
        self.query::<Q>().map(|(it, _)| it).collect()
    }

    /// What an entity has of a kind.
    pub fn get<T: Component>(&self, it: Entity) -> Option<&T> {
        T::of(self).get(&it)
    }

    /// The same, to be changed.
    pub fn get_mut<T: Component>(&mut self, it: Entity) -> Option<&mut T> {
        T::of_mut(self).get_mut(&it)
    }

    /// Adds a component, or replaces its value.
    pub fn give<T: Component>(&mut self, it: Entity, part: T) {
        T::of_mut(self).insert(it, part);
    }

    pub fn take<T: Component>(&mut self, it: Entity) -> Option<T> {
        T::of_mut(self).remove(&it)
    }
}
