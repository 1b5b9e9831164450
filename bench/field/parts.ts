import { percentile } from '../table.js';
import { timed } from '../timed.js';
import type { Measured } from './figures.js';
import type { Effort } from './options.js';
import type { Subject } from './subject.js';

/** Measures a subject once; returns nothing if the subject does not support it. */
type Part = (subject: Subject, effort: Effort) => Promise<Measured[]>;

/** The measurements by name. */
export const parts: Record<string, Part> = {
  latency: async ({ runShort }, { sequential }) => {
    const times: number[] = [];
    for (let count = 0; count < sequential; count++) times.push((await timed(runShort))[1]);
    return [
      { what: 'short batch, submit to end, p50', unit: 'ms', value: percentile(times, 0.5) },
      { what: 'short batch, submit to end, p95', unit: 'ms', value: percentile(times, 0.95) },
    ];
  },
  throughput: async ({ runShort }, { batches, inFlight }) => {
    const measured: Measured[] = [];
    for (const width of inFlight) {
      let left = batches;
      const work = async (): Promise<void> => {
        while (left-- > 0) await runShort();
      };
      const [, takenMs] = await timed(() => Promise.all(Array.from({ length: width }, work)));
      const value = batches / (takenMs / 1000);
      measured.push({ what: `short batches, ${width} in flight`, unit: 'batches/s', value });
    }
    return measured;
  },
  large: async ({ runLarge }) => {
    const { storeSeconds, readSeconds, megabytes, pageMs } = await runLarge();
    return [
      { what: 'large result, submit to end', unit: 's', value: storeSeconds },
      { what: 'large result, read whole', unit: 's', value: readSeconds },
      { what: 'large result, read whole, rate', unit: 'MB/s', value: megabytes / readSeconds },
      ...(pageMs === null
        ? []
        : ([
            {
              what: 'large result, read in pages',
              unit: 's',
              value: pageMs.reduce((sum, each) => sum + each, 0) / 1000,
            },
            { what: 'large result, a page, p95', unit: 'ms', value: percentile(pageMs, 0.95) },
          ] as const)),
    ];
  },
  watchers: async ({ watch }, { watchers, watchMs }) => {
    if (watch === null) return [];
    const times = await watch(watchers, watchMs);
    return [
      {
        what: `status polls, ${watchers} watchers`,
        unit: 'polls/s',
        value: times.length / (watchMs / 1000),
      },
      {
        what: `status poll, ${watchers} watchers, p99`,
        unit: 'ms',
        value: percentile(times, 0.99),
      },
    ];
  },
  schema: async ({ readSchema }) => [
    { what: 'schema, without cache', unit: 'ms', value: (await timed(() => readSchema(true)))[1] },
    { what: 'schema, from cache', unit: 'ms', value: (await timed(() => readSchema(false)))[1] },
  ],
  cancel: async ({ cancel }) =>
    cancel === null
      ? []
      : [{ what: 'cancel of a running batch, to its end', unit: 'ms', value: await cancel() }],
};
