import type { ColumnInfo } from '@sluice/contracts';
import { columnInfos, type Column } from '@sluice/driver-kit/rows/columns';
import type { Statistics } from '@sluice/driver-kit/encode/statistics';
import type { Source } from '@sluice/driver-kit/encode/source';
import type { TypeCatalog } from './catalog.js';
import { DataRowWriter } from './data-row.js';
import type { Field } from './fields.js';

/** The columns of a statement, known once their types are. */
export class ResultColumns {
  /** The types are being looked up: rows that arrive belong to the catalog. */
  isResolving = false;
  private fields: Field[] = [];
  private columns: Column[] | null = null;

  constructor(private readonly types: TypeCatalog) {}

  get isKnown(): boolean {
    return this.columns !== null;
  }

  /** Takes the description of the columns. Returns the messages that look up their types; null if all are known. */
  describe(fields: Field[]): Buffer | null {
    this.fields = fields;
    const unknown = fields.filter((field) => !this.types.find(field));
    this.isResolving = unknown.length > 0;
    return this.isResolving ? this.types.lookupMessages(unknown) : null;
  }

  /** Reads a row of the catalog. */
  addType({ bytes }: Source, at: number, end: number): void {
    this.types.addRow(bytes, at, end);
  }

  /** All types are known that the catalog has. Returns the writer of the rows. */
  resolved(): DataRowWriter {
    this.isResolving = false;
    const columns = this.fields.map((field) => ({
      name: field.name,
      type: this.types.findOrText(field),
    }));
    this.columns = columns;
    return new DataRowWriter(columns.map(({ type }) => type.code));
  }

  /** Returns the columns with these statistics; null if there is no result set. */
  infos(statistics?: Statistics): ColumnInfo[] | null {
    return this.columns && columnInfos(this.columns, statistics);
  }
}
