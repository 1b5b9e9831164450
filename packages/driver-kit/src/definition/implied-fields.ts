import type { DriverField } from './driver-definition.js';

/** A check box that is off beside a field that needs it. */
export interface Contradiction {
  key: string;
  message: string;
}

/**
 * Returns the data with the check boxes that its other fields imply. A certificate authority without `ssl` would
 * otherwise be saved without effect, and the password would cross the network in clear text.
 */
export function withImplied(
  fields: readonly DriverField[],
  data: Record<string, unknown>,
): Record<string, unknown> {
  const implied = fields
    .filter((field) => isAbsent(data[field.key]) && firstImplying(field, data) !== undefined)
    .map(({ key }) => [key, true] as const);
  return implied.length === 0 ? data : { ...data, ...Object.fromEntries(implied) };
}

/** Returns the check boxes that are off although another field needs them. */
export const contradictionsOf = (
  fields: readonly DriverField[],
  data: Record<string, unknown>,
): Contradiction[] =>
  fields.flatMap((field) => {
    if (field.impliedBy?.whenFalse !== 'refused' || !isOff(data[field.key])) return [];
    const other = firstImplying(field, data);
    if (other === undefined) return [];
    return [{ key: field.key, message: `must be true or absent: ${other} requires it` }];
  });

const firstImplying = (
  { impliedBy }: DriverField,
  data: Record<string, unknown>,
): string | undefined => impliedBy?.keys.find((key) => isSet(data[key]));

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A flag may be text, for callers that read it from an environment. */
const isOff = (value: unknown): boolean => value === false || value === 'false';

const isSet = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && value.trim() !== '' && !isOff(value));
