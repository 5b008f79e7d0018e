# A traceback outlives its exception: nothing else refers to what was raised.
import traceback
def last_words():
    try:
        return {}["nothing"]
    except KeyError as caught:
        return caught.__traceback__
def program():
    left = last_words()
    return [(line.name, line.line) for line in traceback.extract_tb(left)]


# expect captured
# in pieces
