import type { Chart } from '@sluice/contracts';

/** How series with the same place are drawn. */
export const stackingKinds = {
  none: 'None',
  stacked: 'Stacked',
  percent: 'Stacked to 100 %',
} as const;

/** See {@link stackingKinds}. */
export type Stacking = keyof typeof stackingKinds;

/** Numbers of labels that a chart may keep. */
export const topChoices = { 5: '5', 10: '10', 15: '15', 20: '20', 30: '30' } as const;

/** Returns the chosen stacking; without a choice areas and stacked bars are stacked. */
export function stackingOf({ chartType, fields }: Chart): Stacking {
  const { stacking } = fields;
  if (typeof stacking === 'string' && Object.hasOwn(stackingKinds, stacking)) {
    return stacking as Stacking;
  }
  return chartType === 'area' || chartType.startsWith('stacked') ? 'stacked' : 'none';
}

/** Returns the values of series as percentages of their sum at each place. */
export function asPercentages(series: (number | null)[][]): (number | null)[][] {
  const places = series[0]?.length ?? 0;
  const totals = Array.from({ length: places }, (_, place) =>
    series.reduce((sum, values) => sum + Math.abs(values[place] ?? 0), 0),
  );
  return series.map((values) =>
    values.map((value, place) => {
      const total = totals[place] ?? 0;
      return value === null || total === 0 ? null : (100 * value) / total;
    }),
  );
}
