import type { Datatype } from '@sluice/contracts';

/** What a conversion needs to know of a column. */
export interface ConvertedColumn {
  name: string;
  datatype: Datatype;
  /** Characters of its longest line, where that is known. */
  maxLineLength?: number;
}
