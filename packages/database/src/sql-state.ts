/** The SQLSTATE of an error or its causes; null when there is none. */
export function sqlStateOf(error: unknown, depth = 0): string | null {
  if (typeof error !== 'object' || error === null || depth > 5) return null;
  const { code, originalCode, cause, meta, driverAdapterError } = error as Record<string, unknown>;
  for (const candidate of [originalCode, code]) {
    if (
      typeof candidate === 'string' &&
      /^[0-9A-Z]{5}$/.test(candidate) &&
      !/^P\d/.test(candidate)
    ) {
      return candidate;
    }
  }
  for (const inner of [cause, meta, driverAdapterError]) {
    const state = sqlStateOf(inner, depth + 1);
    if (state !== null) return state;
  }
  return null;
}
