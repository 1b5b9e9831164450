/**
 * Returns the schema in which unqualified names are looked up: the only schema, `public`, or `main` (DuckDB).
 * Returns null if it is unknown.
 */
export function defaultSchemaOf(names: readonly string[]): string | null {
  if (names.length === 1) return names[0] ?? null;
  const called = (wanted: string): string | undefined =>
    names.find((name) => name.toLowerCase() === wanted);
  return called('public') ?? called('main') ?? null;
}
