import type { Row } from '../grid/row-pages.js';
import type { ChartField } from './chart-types.js';
import type { ChartOption } from './look.js';
import type { ChartColumn } from './values.js';

/** What a kind of chart is made of. */
export interface ChartInput {
  rows: Row[];
  /** The chosen column of a field; null where none is chosen. */
  column(name: ChartField): ChartColumn | null;
  /** @throws where a required column is missing, which the drawing has made sure of */
  needed(name: ChartField): ChartColumn;
  number(name: ChartField): number | null;
  isOn(name: ChartField): boolean;
}

/** The parts of a drawing that a kind of chart makes. */
export interface DrawnOption {
  option: ChartOption;
  notes: string[];
}
