import sys, traceback
def given(error):
    try:
        raise error
    except KeyError as caught:
        return sys.exc_info(), caught.__traceback__, caught is error
def program():
    old = KeyError("old")
    (kind, value, tb), other, same = given(old)
    return kind.__name__, tb is other, same, [f.name for f in traceback.extract_tb(tb)]


# expect captured
# in pieces
