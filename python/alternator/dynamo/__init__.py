"""torch._dynamo's public names under Alternator, for programs and for the rest of torch."""
