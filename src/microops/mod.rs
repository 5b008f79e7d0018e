//! What the rules' externs do, one file per prelude file.

pub mod arrays;
mod assertions;
pub mod attributes;
pub mod build;
pub mod calls;
pub mod containers;
pub mod data;
mod einsum;
pub mod fold;
pub mod frame;
pub mod functions;
pub mod graph;
pub mod iteration;
pub mod meta;
pub mod meta_layers;
mod meta_matrices;
pub mod meta_pointwise;
pub mod meta_views;
pub mod objects;
pub mod operators;
pub mod overrides;
mod results;
pub mod state;
pub mod subgraphs;
pub mod symbols;
pub mod tensors;
pub mod text;
