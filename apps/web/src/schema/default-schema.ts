/**
 * Returns the schema in which unqualified names are looked up: the only schema, or `public`. Returns null if
 * it is unknown.
 */
export function defaultSchemaOf(names: readonly string[]): string | null {
  if (names.length === 1) return names[0] ?? null;
  return names.find((name) => name.toLowerCase() === 'public') ?? null;
}
