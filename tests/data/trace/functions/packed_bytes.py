"""Functions in C of bytes and texts that nobody can change are run while tracing."""

import struct
import unicodedata
import zlib

import torch


def fn(x, data):
    packed = zlib.compress(data, 9)
    first, second = struct.unpack_from("<HH", zlib.decompress(packed), 2)
    name = unicodedata.normalize("NFD", "é")
    return x * first + second, len(name), unicodedata.category(name[0]), unicodedata.name("é")


calls = [(torch.ones(2), bytes(range(8))), (torch.ones(2), bytes(range(8)))]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 770)
#   add = add(mul, 1284)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('zlib', G)
#   ___check_obj_id(G['zlib'], …), value=<module zlib>
#   ___check_type_id(G['zlib'], …), type=<class 'module'>
#   L['data'] == b'\x00\x01\x02\x03\x04\x05\x06\x07'
#   ___dict_contains('struct', G)
#   ___check_obj_id(G['struct'], …), value=<module struct>
#   ___check_type_id(G['struct'], …), type=<class 'module'>
#   ___dict_contains('unicodedata', G)
#   ___check_obj_id(G['unicodedata'], …), value=<module unicodedata>
#   ___check_type_id(G['unicodedata'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   builtins: len
#   of libraries: 12
