"""torch.autocast and the functions under it, on the state that the trace keeps (`alternator.runtime.autocast`)."""

from alternator.runtime import autocast as states


def enter(region):
    state = states.now()
    _, enabled, dtype = _row(state, region.device)
    region.prev_cache_enabled = state[1]
    region.prev = enabled
    region.prev_fastdtype = dtype
    states.opened(region, region.device, region.fast_dtype, region._enabled, region._cache_enabled)
    _become(state, region.device, region._enabled, region.fast_dtype, region._cache_enabled, 1)
    return region


def leave(region, *_):
    if not states.closed(region):
        _put_in_graph(region.device, region.prev, region.prev_fastdtype, region.prev_cache_enabled)
    _become(states.now(), region.device, region.prev, region.prev_fastdtype, region.prev_cache_enabled, -1)
    return False


def is_enabled(device_type="cuda"):
    return _row(states.now(), device_type)[1]


def is_cpu_enabled():
    return is_enabled("cpu")


def get_dtype(device_type):
    return _row(states.now(), device_type)[2]


def get_cpu_dtype():
    return get_dtype("cpu")


def get_gpu_dtype():
    return get_dtype("cuda")


def is_cache_enabled():
    return states.now()[1]


def set_enabled(device_type, enabled=None):
    if enabled is None:
        device_type, enabled = "cuda", device_type
    _set(device_type, enabled, get_dtype(device_type), is_cache_enabled())


def set_cpu_enabled(enabled):
    set_enabled("cpu", enabled)


def set_dtype(device_type, dtype):
    _set(device_type, is_enabled(device_type), dtype, is_cache_enabled())


def set_cpu_dtype(dtype):
    set_dtype("cpu", dtype)


def set_gpu_dtype(dtype):
    set_dtype("cuda", dtype)


def set_cache_enabled(enabled):
    _set("cpu", is_enabled("cpu"), get_dtype("cpu"), enabled)


def _set(device_type, enabled, dtype, cache):
    _put_in_graph(device_type, enabled, dtype, cache)
    _become(states.now(), device_type, enabled, dtype, cache, 0)


def _put_in_graph(device_type, enabled, dtype, cache):
    entry = states.at_entry()
    _, was_enabled, was_dtype = _row(entry, device_type)
    states.put_in_graph(device_type, enabled, dtype, cache)
    states.put_back(device_type, was_enabled, was_dtype, entry[1])


def _become(state, device_type, enabled, dtype, cache, deeper):
    rows = [(device_type, enabled, dtype) if row[0] == device_type else row for row in state[2:]]
    state = (state[0] + deeper, cache, *rows)
    # The very value that was there at entry, so that nothing is to be done where the trace ends.
    if state == states.at_entry():
        state = states.at_entry()
    states.become(state, any([row[1] for row in rows]))


def _row(state, device_type):
    for row in state[2:]:
        if row[0] == device_type:
            return row
    return states.unknown(device_type)
