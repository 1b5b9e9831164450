/** A value that `sql` binds: a bigint is an integer, a Date a timestamptz, an array a list. */
export type SqlValue = Scalar | readonly Scalar[];
type Scalar = string | number | bigint | boolean | Date | null;

/** SQL with the values of its placeholders, made by {@link sql}. */
export interface BoundSql {
  readonly text: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly parameterTypes: Readonly<Record<string, string>>;
}

/**
 * Makes SQL whose values are bound by the database driver: ``sql`select * from orders where id = ${id}` ``. The text has
 * only placeholders, so no value can change it. A list needs parentheses: `in (${ids})`.
 */
export function sql(texts: TemplateStringsArray, ...values: SqlValue[]): BoundSql {
  const parameters: Record<string, unknown> = {};
  const parameterTypes: Record<string, string> = {};
  let text = texts[0] ?? '';
  for (const [index, value] of values.entries()) {
    const name = `p${String(index + 1)}`;
    parameters[name] = Array.isArray(value) ? value.map(sent) : sent(value as Scalar);
    const type = typeOf(value);
    if (type !== undefined) parameterTypes[name] = type;
    text += `{{${name}}}${texts[index + 1] ?? ''}`;
  }
  return { text, parameters, parameterTypes };
}

const sent = (value: Scalar): unknown =>
  typeof value === 'bigint' ? String(value) : value instanceof Date ? value.toISOString() : value;

/** The type of values that JSON has no form for; undefined for any other. */
function typeOf(value: SqlValue): string | undefined {
  const values = Array.isArray(value) ? (value as readonly Scalar[]) : [value as Scalar];
  const suffix = Array.isArray(value) ? '[]' : '';
  if (values.some((each) => typeof each === 'bigint')) return `integer${suffix}`;
  return values.some((each) => each instanceof Date) ? `timestamptz${suffix}` : undefined;
}
