import { elementType, parameterTypes, type BoundValue, type Parameter } from '@sluice/contracts';
import { z } from 'zod';

/**
 * Values of a batch's placeholders by name. A name with a dot, such as `user.email`, is a value of the batch's user as of
 * the submission; it is never shown.
 */
export type StoredParameters = ReadonlyMap<string, Parameter>;

/** Place of a placeholder in its statement. */
export interface StoredPlaceholder {
  name: string;
  startOffset: number;
  endOffset: number;
}

/** A placeholder with its values. */
export interface FilledPlaceholder extends StoredPlaceholder {
  values: readonly BoundValue[];
}

const parametersText = z.array(
  z.tuple([z.string(), z.enum(parameterTypes), z.array(z.string().nullable())]),
);
const placeholdersText = z.array(z.tuple([z.string(), z.int(), z.int()]));

/** Returns the text of the column `batches.parameters`. */
export const parametersColumn = (parameters: StoredParameters | undefined): string | null =>
  parameters === undefined || parameters.size === 0
    ? null
    : JSON.stringify(
        Array.from(parameters, ([name, { type, values }]) => [
          name,
          type,
          values.map(({ value }) => value),
        ]),
      );

/** Reads the column `batches.parameters`; empty for null. */
export function storedParameters(column: string | null): StoredParameters {
  const rows = column === null ? [] : parametersText.parse(JSON.parse(column));
  return new Map(
    rows.map(([name, type, texts]) => {
      const values = texts.map((value) => ({ type: elementType(type), value }));
      return [name, { type, values }];
    }),
  );
}

/** Returns the text of the column `statements.placeholders`. */
export const placeholdersColumn = (
  placeholders: readonly StoredPlaceholder[] | undefined,
): string | null =>
  placeholders === undefined || placeholders.length === 0
    ? null
    : JSON.stringify(
        placeholders.map(({ name, startOffset, endOffset }) => [name, startOffset, endOffset]),
      );

/**
 * Reads the column `statements.placeholders` and adds the values of each placeholder. An empty list is one null: `in ()`
 * is an error of most engines.
 */
export function filledPlaceholders(
  column: string | null,
  parameters: StoredParameters,
): FilledPlaceholder[] {
  if (column === null) return [];
  return placeholdersText.parse(JSON.parse(column)).map(([name, startOffset, endOffset]) => {
    const parameter = parameters.get(name);
    if (parameter === undefined) throw new Error(`The batch has no value of the parameter ${name}`);
    const { type, values } = parameter;
    const empty = [{ type: elementType(type), value: null }];
    return { name, startOffset, endOffset, values: values.length === 0 ? empty : values };
  });
}
