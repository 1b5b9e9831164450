/** The environment, or anything shaped like it. */
export type Environment = Record<string, string | undefined>;
