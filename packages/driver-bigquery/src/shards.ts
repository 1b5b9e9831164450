/** A date-sharded table, such as `events_20240131`. */
export interface Shard {
  prefix: string;
  day: string;
}

/** Parses a table name; null if the table is not date-sharded. */
export function shardOf(name: string): Shard | null {
  const [, prefix, day] = /^(.+_)(\d{8})$/s.exec(name) ?? [];
  return prefix === undefined || day === undefined || !isDay(day) ? null : { prefix, day };
}

function isDay(digits: string): boolean {
  const iso = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
}

/** Date-sharded tables of one prefix, shown as one table. */
export interface Family {
  /** Name as a wildcard table: `events_*`. */
  name: string;
  first: string;
  last: string;
  count: number;
}

/** Returns the families with at least two tables, by prefix. */
export function familiesOf(names: readonly string[]): Map<string, Family> {
  const families = new Map<string, Family>();
  for (const name of names) {
    const shard = shardOf(name);
    if (shard === null) continue;
    const { prefix, day } = shard;
    const known = families.get(prefix);
    families.set(prefix, {
      name: `${prefix}*`,
      first: known === undefined || day < known.first ? day : known.first,
      last: known === undefined || day > known.last ? day : known.last,
      count: (known?.count ?? 0) + 1,
    });
  }
  for (const [prefix, { count }] of families) if (count < 2) families.delete(prefix);
  return families;
}
