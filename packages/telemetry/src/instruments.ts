import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { catalogue, type MetricName } from './catalogue.js';

type Labels<Name extends MetricName> = Record<(typeof catalogue)[Name]['labels'][number], string>;

type NameOf<Type extends 'counter' | 'gauge' | 'histogram'> = {
  [Name in MetricName]: (typeof catalogue)[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** Creates the metrics of the catalogue in one registry. */
export interface Instruments {
  /**
   * Returns a function that adds to a counter, by 1 unless given. Repeated calls return the same counter.
   */
  counter<Name extends NameOf<'counter'>>(
    name: Name,
  ): (labels: Labels<Name>, count?: number) => void;
  /** Returns a function that records a value in the unit at the end of the name. */
  histogram<Name extends NameOf<'histogram'>>(
    name: Name,
  ): (labels: Labels<Name>, value: number) => void;
  /**
   * Registers a gauge that is read at each scrape: `read` returns all current values, which replace those of
   * the last scrape.
   */
  gauge<Name extends NameOf<'gauge'>>(
    name: Name,
    read: () => GaugeValue<Name>[] | Promise<GaugeValue<Name>[]>,
  ): void;
}

/** One value of a gauge. */
export interface GaugeValue<Name extends NameOf<'gauge'>> {
  labels: Labels<Name>;
  value: number;
}

/** Creates instruments that write into `registry`. */
export function createInstruments(registry: Registry): Instruments {
  const common = (name: MetricName) => ({
    name,
    help: catalogue[name].help,
    labelNames: [...catalogue[name].labels] as string[],
    registers: [registry],
  });
  return {
    counter: (name) => {
      const known = registry.getSingleMetric(name);
      const counter = known instanceof Counter ? known : new Counter(common(name));
      return (labels, count = 1) => {
        counter.inc(labels, count);
      };
    },
    histogram: (name) => {
      const histogram = new Histogram({ ...common(name), buckets: [...catalogue[name].buckets] });
      return (labels, value) => {
        histogram.observe(labels, value);
      };
    },
    gauge: (name, read) => {
      new Gauge({
        ...common(name),
        async collect() {
          const values = await read();
          this.reset();
          // A gauge without labels would report 0 when its value is unknown.
          if (values.length === 0 && catalogue[name].labels.length === 0) this.remove();
          for (const { labels, value } of values) this.set(labels, value);
        },
      });
    },
  };
}
