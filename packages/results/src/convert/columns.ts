import type { Datatype } from '@sluice/contracts';

/** What a conversion needs to know about a column. */
export interface ConvertedColumn {
  name: string;
  datatype: Datatype;
  /** Characters of its longest line, when known. */
  maxLineLength?: number;
}
