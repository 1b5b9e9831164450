/** Before the effect, or after it and before its answer. */
export const moments = ['before', 'after'] as const;
/** SIGKILL of the process, or failure of the call (for a socket: of the connection). */
export const ways = ['kill', 'error'] as const;

/** How a process is broken at each of its effects. */
export interface Mode {
  role: 'worker' | 'api';
  when: (typeof moments)[number];
  how: (typeof ways)[number];
}

/** An effect at which a process was broken. */
export interface Point extends Mode {
  /** The number of the effect, starting at 1. */
  at: number;
  /** Description of the effect. */
  label: string;
  batchId: string;
}

/** Returns all modes of a role. */
export const modesOf = (role: Mode['role']): Mode[] =>
  moments.flatMap((when) => ways.map((how) => ({ role, when, how })));

/** Describes a point. */
export const describePoint = ({ role, when, how, at, label }: Point): string =>
  `${role}, ${how} ${when} effect ${at} (${label})`;
