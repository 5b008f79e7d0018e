"""What C functions do, said in Python: traced in their place."""

from alternator.polyfills import containers as containers
from alternator.polyfills import iteration as iteration
from alternator.polyfills import objects as objects
from alternator.polyfills import text as text
