/** Random numbers that are repeated by a seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** True with this probability. */
  chance(share: number): boolean;
}

/** Mulberry32: 32 bits of state are enough for a plan. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
    chance: (share) => next() < share,
  };
}
