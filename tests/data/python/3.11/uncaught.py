"""An exception that nobody catches leaves with its type and text."""


def program():
    values = [1, 2]
    values.append(values[0] / (len(values) - 2))
    return values


# expect captured
# in pieces
