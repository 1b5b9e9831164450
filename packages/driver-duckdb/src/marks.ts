import type { ParameterMarks } from '@sluice/driver-kit/sql/bind';

// Apart from the other code of parameters: the worker's bundle cannot contain the engine.
/** `$1`, `$2`, … */
export const marks: ParameterMarks = { mark: (number) => `$${String(number)}`, isShared: true };
