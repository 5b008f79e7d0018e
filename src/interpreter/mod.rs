//! The interpreter: frames, the step loop, exceptions, generators.
