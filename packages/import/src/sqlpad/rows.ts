import { z } from 'zod';

/** Sequelize writes `2021-05-04 09:30:00.000 +00:00` into SQLite; PostgreSQL returns a Date. */
const timestamp = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? new Date(value.replace(/^(\S+) (\S+) ([+-]\d{2}:\d{2})$/, '$1T$2$3'))
      : typeof value === 'number'
        ? new Date(value)
        : value,
  z.date(),
);

/** SQLite has no booleans. */
const flag = z.preprocess(
  (value) => (value === 1 || value === 0 ? value === 1 : value),
  z.boolean(),
);

/** SQLite stores JSON as text. Invalid JSON becomes null, as in the old service. */
const json = z.preprocess((value) => {
  if (typeof value !== 'string') return value ?? null;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}, z.unknown());

const text = z.string().nullish().default(null);

/** One schema per table of SQLPad 5 and later. Columns that older versions lack are optional. */
export const rowSchemas = {
  users: z.object({
    id: z.string(),
    email: text,
    ldap_id: text,
    role: z.string(),
    sync_auth_role: flag.nullish(),
    name: text,
    disabled: flag.nullish(),
    passhash: text,
    data: json.optional(),
    created_at: timestamp,
    updated_at: timestamp.nullish(),
  }),
  connections: z.object({
    id: z.string(),
    name: z.string(),
    description: text,
    driver: z.string(),
    multi_statement_transaction_enabled: flag.nullish(),
    idle_timeout_seconds: z.int().nullish(),
    data: z.string(),
    created_at: timestamp,
    updated_at: timestamp.nullish(),
  }),
  connection_accesses: z.object({
    id: z.int(),
    connection_id: z.string(),
    user_id: z.string(),
    duration: z.int(),
    expiry_date: timestamp,
    created_at: timestamp,
    updated_at: timestamp.nullish(),
  }),
  queries: z.object({
    id: z.string(),
    name: z.string(),
    connection_id: text,
    query_text: text,
    chart: json.optional(),
    created_by: z.string(),
    updated_by: text,
    created_at: timestamp,
    updated_at: timestamp.nullish(),
  }),
  query_tags: z.object({ query_id: z.string(), tag: z.string() }),
  query_acl: z.object({
    id: z.int(),
    query_id: z.string(),
    user_id: text,
    group_id: text,
    write: flag,
  }),
  service_tokens: z.object({ name: text }),
};

/** Name of an imported table. */
export type TableName = keyof typeof rowSchemas;

/** The imported rows of the old service, by table. */
export type SourceRows = { [Name in TableName]: z.infer<(typeof rowSchemas)[Name]>[] } & {
  /** Number of runs in its history. */
  batchCount: number;
};
