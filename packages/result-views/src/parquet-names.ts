import { distinctNames } from '@sluice/results';

/**
 * Returns the names of columns in a Parquet file. Many readers ignore case, so names that differ only in case are
 * numbered too. A column without a name is `column_<number>`.
 */
export function parquetNames(columns: readonly { name: string }[]): string[] {
  const named = columns.map(({ name }, at) => ({
    // SQL cannot name a column with the character.
    name: name.replaceAll('\0', '') || `column_${String(at + 1)}`,
  }));
  return distinctNames(named, (name) => name.toLowerCase());
}
