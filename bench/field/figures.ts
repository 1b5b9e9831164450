import { markdownTable, percentile } from '../table.js';

/** The unit of a number, and whether higher is better. */
export type Unit = 'ms' | 's' | 'batches/s' | 'polls/s' | 'MB/s';

/** One number of one round. */
export interface Measured {
  what: string;
  unit: Unit;
  value: number;
}

/** A number over all rounds: the median for each measured subject. */
export interface FieldFigure {
  what: string;
  unit: Unit;
  /** By the name of the subject. */
  medians: Record<string, number>;
  /**
   * How many times better the first server is than the other subject, by its name: for times, the other's
   * divided by its own; for rates, its own divided by the other's. The median of the ratios of each round, in
   * which both ran one after the other.
   */
  ratios: Record<string, number>;
}

const isRate = (unit: Unit): boolean => unit.endsWith('/s');

/** Merges rounds; each has the measurements of every subject, the first server first. */
export function summarize(rounds: Map<string, Measured[]>[]): FieldFigure[] {
  const figures = new Map<string, FieldFigure & { values: Map<string, number[]> }>();
  for (const round of rounds) {
    for (const [subject, measured] of round) {
      for (const { what, unit, value } of measured) {
        const figure = figures.get(what) ?? {
          what,
          unit,
          medians: {},
          ratios: {},
          values: new Map<string, number[]>(),
        };
        figures.set(what, figure);
        figure.values.set(subject, [...(figure.values.get(subject) ?? []), value]);
      }
    }
  }
  return [...figures.values()].map(({ values, ...figure }) => {
    const [[, own] = ['', []], ...others] = values;
    const medians = Object.fromEntries([...values].map(([name, each]) => [name, median(each)]));
    const ratios = Object.fromEntries(
      others.map(([name, theirs]) => [
        name,
        median(theirs.map((their, round) => ratio(figure.unit, own[round] ?? NaN, their))),
      ]),
    );
    return { ...figure, medians, ratios };
  });
}

const ratio = (unit: Unit, own: number, their: number): number =>
  isRate(unit) ? own / their : their / own;

const median = (values: number[]): number => percentile(values, 0.5);

/**
 * Returns a Markdown table with a column for each subject, and a ratio for each except the first.
 */
export function renderFigures(subjects: string[], figures: FieldFigure[]): string {
  const [, ...others] = subjects;
  const head = ['what', ...subjects, ...others.map((name) => `ratio to ${name}`)];
  const rows = figures.map(({ what, unit, medians, ratios }) => [
    what,
    ...subjects.map((name) => shown(medians[name], (value) => `${digits(value)} ${unit}`)),
    ...others.map((name) => shown(ratios[name], (value) => `${value.toFixed(2)} ×`)),
  ]);
  return markdownTable(head, rows);
}

const shown = (value: number | undefined, show: (value: number) => string): string =>
  value === undefined || Number.isNaN(value) ? '' : show(value);

const digits = (value: number): string => (value < 100 ? value.toFixed(1) : value.toFixed(0));
