/** A table, or a column of it, that the schema tree shows. */
export interface SchemaPlace {
  /** Null in a database without schemas. */
  schema: string | null;
  name: string;
  /** Null for the table itself. */
  column: string | null;
}
