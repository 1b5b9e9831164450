import type { Chart, ColumnInfo } from '@sluice/contracts';

/** More bars are easier to read horizontally. */
const MAX_VERTICAL_BARS = 15;
/** The values of more rows at one time are summed. */
const MAX_POINTS_OF_A_LINE = 10_000;
/** Beyond these rows of one or two labels, a chart keeps the greatest labels. */
const MAX_LABELLED_ROWS = 1_000;

/** Suggests a chart for the columns; returns null if no chart fits. */
export function suggestedChart(columns: ColumnInfo[], rowCount: number): Chart | null {
  const numbers = columns.filter(({ datatype }) => datatype === 'number');
  const times = columns.filter(({ datatype }) => ['date', 'datetime', 'time'].includes(datatype));
  const labels = columns.filter(({ datatype }) => ['string', 'boolean'].includes(datatype));
  // Key columns are numeric but are not measures.
  const measures = numbers.filter(({ name }) => !isKey(name));
  const measure = measures.at(-1) ?? numbers.at(-1);
  if (measure === undefined || rowCount === 0) return null;
  const { name: value } = measure;
  const [time] = times;
  const [label, second] = labels;
  if (rowCount === 1) {
    return { chartType: 'bignumber', fields: { value, ...(label && { label: label.name }) } };
  }
  if (time !== undefined) {
    const split = label === undefined ? {} : { split: label.name };
    // So many rows are events, and their single values a cloud of points.
    const sum = rowCount > MAX_POINTS_OF_A_LINE ? { aggregation: 'sum' } : {};
    return { chartType: 'line', fields: { x: time.name, y: value, ...split, ...sum } };
  }
  const top = rowCount > MAX_LABELLED_ROWS ? { top: '15' } : {};
  if (label !== undefined && second !== undefined) {
    const fields = { barlabel: label.name, barvalue: value, color: second.name, ...top };
    return { chartType: 'stacked-bar-vertical', fields };
  }
  if (label !== undefined) {
    const chartType = rowCount > MAX_VERTICAL_BARS ? 'bar' : 'verticalbar';
    return { chartType, fields: { barlabel: label.name, barvalue: value, ...top } };
  }
  const other =
    measures.find((column) => column !== measure) ?? numbers.find((column) => column !== measure);
  if (other === undefined) return null;
  const chartType = isKey(other.name) || isOrdinal(other.name) ? 'line' : 'bubble';
  return { chartType, fields: { x: other.name, y: value } };
}

const isKey = (name: string): boolean => /(^|[_\s])id$|[a-z]Id$|^(uu)?id$/.test(name);

/** Returns whether a number column is a time or a position in an order. */
const isOrdinal = (name: string): boolean =>
  /(^|_)(year|month|week|day|hour|quarter|rank|n|no|number|step|bucket)$/i.test(name);
