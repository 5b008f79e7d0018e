"""What torch._dynamo is for programs and for the rest of torch, under Alternator."""
