@rem npm runs start, serve and cli as "exec node ...", so that on POSIX a signal reaches the program and not a
@rem shell in between. The Windows shell has no exec and finds this file.
@%*
