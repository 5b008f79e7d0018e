"""The strides of an array, in bytes."""

import numpy as np


def fn(a):
    return a.strides, a.T.strides, a[:, ::2].strides, (a + 1).strides


calls = [(np.ones((2, 4), dtype=np.float32),), (np.ones((2, 4), dtype=np.float32),), (np.ones((3, 4), dtype=np.float32),)]


# expect graphs
# graph 0
#   l_a_: input
#   wrapped_transpose = wrapped_transpose(l_a_)
#   wrapped___getitem__ = wrapped___getitem__(l_a_, (slice(None, None, None), slice(None, None, 2)))
#   wrapped___add__ = wrapped___add__(l_a_, 1)
#   return (wrapped_transpose, wrapped___getitem__, wrapped___add__)
# graph 1
#   s46: input
#   l_a_: input
#   wrapped_transpose = wrapped_transpose(l_a_)
#   wrapped___getitem__ = wrapped___getitem__(l_a_, (slice(None, None, None), slice(None, None, 2)))
#   wrapped___add__ = wrapped___add__(l_a_, 1)
#   return (wrapped_transpose, wrapped___getitem__, wrapped___add__)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_array(L['a'], ndarray, dtype=11, flags=1281, size=[2, 4], stride=[16, 4])
#   of libraries: 7
# fn: another entry
#   - check_array(L['a'], ndarray, dtype=11, flags=1281, size=[2, 4], stride=[16, 4])
#   + check_array(L['a'], ndarray, dtype=11, flags=1281, size=[None, 4], stride=[16, 4])
#   + 2 <= ___from_numpy(L['a']).size()[0]
