/** Before the effect was done, or after it and before its answer. */
export const moments = ['before', 'after'] as const;
/** SIGKILL of the process, or a failure of the call (a socket: of the connection). */
export const ways = ['kill', 'error'] as const;

/** How a process is broken, for each of its effects in turn. */
export interface Mode {
  role: 'worker' | 'api';
  when: (typeof moments)[number];
  how: (typeof ways)[number];
}

/** One effect at which it was broken. */
export interface Point extends Mode {
  /** From 1: the first effect, the second and so on. */
  at: number;
  /** What the effect was. */
  label: string;
  batchId: string;
}

/** Every mode of a role. */
export const modesOf = (role: Mode['role']): Mode[] =>
  moments.flatMap((when) => ways.map((how) => ({ role, when, how })));

/** A point in words. */
export const describePoint = ({ role, when, how, at, label }: Point): string =>
  `${role}, ${how} ${when} effect ${at} (${label})`;
