import type { Datatype } from '@sluice/contracts';

/** A column of a conversion. */
export interface ConvertedColumn {
  name: string;
  datatype: Datatype;
  /** Characters of its longest line, when known. */
  maxLineLength?: number;
}
