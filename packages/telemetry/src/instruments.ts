import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { catalogue, type MetricName } from './catalogue.js';

type Labels<Name extends MetricName> = Record<(typeof catalogue)[Name]['labels'][number], string>;

type NameOf<Type extends 'counter' | 'gauge' | 'histogram'> = {
  [Name in MetricName]: (typeof catalogue)[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** Makes the metrics of the catalogue in one registry. */
export interface Instruments {
  /** Adds to a counter, 1 unless said. Asked for again it is the same counter. */
  counter<Name extends NameOf<'counter'>>(
    name: Name,
  ): (labels: Labels<Name>, count?: number) => void;
  /** Observes a value in the unit that the name ends with. */
  histogram<Name extends NameOf<'histogram'>>(
    name: Name,
  ): (labels: Labels<Name>, value: number) => void;
  /** Read at each scrape: `read` gives all values it has now, those of the last scrape are gone. */
  gauge<Name extends NameOf<'gauge'>>(
    name: Name,
    read: () => GaugeValue<Name>[] | Promise<GaugeValue<Name>[]>,
  ): void;
}

/** One line of a gauge. */
export interface GaugeValue<Name extends NameOf<'gauge'>> {
  labels: Labels<Name>;
  value: number;
}

/** Instruments that write into `registry`. */
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
          // A gauge without labels would say 0 where nothing is known.
          if (values.length === 0 && catalogue[name].labels.length === 0) this.remove();
          for (const { labels, value } of values) this.set(labels, value);
        },
      });
    },
  };
}
