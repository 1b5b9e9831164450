import type { Database } from './database.js';

/** Kept tables of one kind: each has 8 bytes or fewer for each row before compression. */
const MAX_KEPT = 4;

/** A table that holds the answer to a part of a request. */
export interface KeptTable {
  name: string;
  rowCount: number;
}

/** Keeps the last used tables of one kind, so that the next page of a view needs no second calculation. */
export class KeptTables {
  private readonly tables = new Map<string, KeptTable>();
  private created = 0;

  /** @param prefix start of the names of the tables */
  constructor(
    private readonly database: Database,
    private readonly prefix: string,
  ) {}

  /** Returns the table of a key if it is kept. */
  find(key: string): KeptTable | undefined {
    const table = this.tables.get(key);
    if (table === undefined) return undefined;
    this.tables.delete(key);
    this.tables.set(key, table);
    return table;
  }

  /** Creates the table of a key. */
  async keep(key: string, create: (name: string) => Promise<void>): Promise<KeptTable> {
    const name = `${this.prefix}${String(this.created++)}`;
    await create(name);
    const [[count] = []] = await this.database.rows(`select count(*) from ${name}`);
    const table = { name, rowCount: Number(count) };
    this.tables.set(key, table);
    const [oldest] = this.tables;
    if (this.tables.size > MAX_KEPT && oldest !== undefined) {
      this.tables.delete(oldest[0]);
      await this.database.run(`drop table ${oldest[1].name}`);
    }
    return table;
  }
}
