import type { ColumnInfo, CompareRequest } from '@sluice/contracts';
import { badRequest, type FieldError } from '@sluice/errors';

type NamedColumn = Pick<ColumnInfo, 'name'>;

/**
 * Compares a request with the columns of both results.
 *
 * @throws AppError 400 that names the fields
 */
export function checkComparison(
  { keys = [] }: Pick<CompareRequest, 'keys'>,
  before: readonly NamedColumn[],
  after: readonly NamedColumn[],
): void {
  const errors = [...columnErrors(before, after), ...keyErrors(keys, after.length)];
  const [first] = errors;
  if (first !== undefined) throw badRequest(errors, `"${first.path}" ${first.message}`);
}

function columnErrors(before: readonly NamedColumn[], after: readonly NamedColumn[]): FieldError[] {
  const error = (difference: string): FieldError[] => [
    { path: 'before', message: `must have the same columns: ${difference}` },
  ];
  if (before.length !== after.length) {
    return error(`it has ${String(before.length)} and not ${String(after.length)}`);
  }
  const at = after.findIndex(({ name }, index) => name !== before[index]?.name);
  if (at === -1) return [];
  return error(
    `column ${String(at)} is ${JSON.stringify(before[at]?.name)} and not ${JSON.stringify(after[at]?.name)}`,
  );
}

const keyErrors = (keys: readonly number[], count: number): FieldError[] =>
  keys.flatMap((key, at) => {
    const path = `keys.${String(at)}`;
    if (key >= count) {
      return [{ path, message: `must be a column of the results, below ${String(count)}` }];
    }
    return keys.indexOf(key) < at ? [{ path, message: 'must not repeat a column' }] : [];
  });
