/**
 * Options and environment that keep the memory of a service process small: without them, V8 lets the young
 * generation grow to 50 MiB, and each of Node's threads gets a separate heap of glibc. See decision 114 for the
 * figures.
 */
export const leanNode = {
  execArgv: ['--max-semi-space-size=16'],
  env: { MALLOC_ARENA_MAX: '2' },
};
