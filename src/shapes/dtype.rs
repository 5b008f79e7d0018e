//! The data types of tensors and how they promote, as `rules/torch/dtypes.yaml` states them.

use std::fmt;
use std::sync::LazyLock;

use crate::tables;
pub use crate::tables::Category;

/// A dtype by torch's `ScalarType` number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DType(pub u8);

const NUMBERS: usize = 64;

struct Table {
    /// By number.
    rows: [Option<Row>; NUMBERS],
    joins: [[Option<u8>; NUMBERS]; NUMBERS],
}

#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    category: Category,
    size: u32,
    pair: Option<u8>,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

impl DType {
    /// `None` for a dtype that the rules do not know.
    pub fn from_number(number: i8) -> Option<DType> {
        let number = usize::try_from(number).ok()?;
        TABLE.rows.get(number)?.map(|_| DType(number as u8))
    }

    /// By its dotted name.
    pub fn named(name: &str) -> Option<DType> {
        let number = TABLE.rows.iter().position(|row| row.is_some_and(|row| row.name == name))?;
        Some(DType(number as u8))
    }

    /// The dtype of Python's `bool` and `int`: the widest of the category, as a default.
    pub fn of_category(category: Category) -> Option<DType> {
        let of_it = (0..NUMBERS as u8).map(DType).filter(|dtype| dtype.row().is_some_and(|row| row.category == category));
        // Of several, the one that all others of the category join.
        let mut widest: Option<DType> = None;
        for dtype in of_it {
            widest = Some(match widest {
                Some(other) => other.join(dtype).unwrap_or(other),
                None => dtype,
            });
        }
        widest
    }

    pub fn name(self) -> &'static str {
        self.row().map_or("?", |row| row.name)
    }

    pub fn category(self) -> Category {
        self.row().map_or(Category::Int, |row| row.category)
    }

    /// Bytes of one element.
    pub fn item_size(self) -> u32 {
        self.row().map_or(0, |row| row.size)
    }

    /// Whether values of this dtype can have gradients.
    pub fn is_differentiable(self) -> bool {
        self.category() >= Category::Float
    }

    /// The complex dtype of two such parts, or the dtype of the parts.
    pub fn pair(self) -> Option<DType> {
        self.row()?.pair.map(DType)
    }

    /// The least dtype that holds both, if torch allows them to meet.
    pub fn join(self, other: DType) -> Option<DType> {
        TABLE.joins.get(self.0 as usize)?.get(other.0 as usize).copied().flatten().map(DType)
    }

    fn row(self) -> Option<Row> {
        TABLE.rows.get(self.0 as usize).copied().flatten()
    }
}

impl Table {
    fn new() -> Table {
        let mut table = Table { rows: [None; NUMBERS], joins: [[None; NUMBERS]; NUMBERS] };
        let number_of = |name: &str| tables::DTYPES.iter().find(|row| row.name == name).map(|row| row.number as u8);
        for row in tables::DTYPES.iter() {
            let pair = row.pair.and_then(number_of);
            table.rows[row.number as usize] = Some(Row { name: row.name, category: row.category, size: row.size as u32, pair });
        }
        // What each dtype reaches, itself included, as a bit set.
        let mut reach = [0u64; NUMBERS];
        // A chain is at most as long as the table.
        for _ in 0..tables::DTYPES.len() {
            for row in tables::DTYPES.iter() {
                let joined = row.joins.iter().filter_map(|name| number_of(name)).map(|number| reach[number as usize]);
                reach[row.number as usize] = joined.fold(1 << row.number, |all, more| all | more);
            }
        }
        for a in 0..NUMBERS {
            for b in 0..NUMBERS {
                let both = reach[a] & reach[b];
                table.joins[a][b] = (0..NUMBERS).find(|&c| both >> c & 1 == 1 && both & !reach[c] == 0).map(|c| c as u8);
            }
        }
        table
    }
}

impl fmt::Debug for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
