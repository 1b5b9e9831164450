import t from 'tap';
import { makePlan, type FaultKind, type PlanOptions } from '../src/plan/plan.js';

const options: PlanOptions = {
  seed: 7,
  batches: 2_000,
  faults: 250,
  queue: 'redis',
  apis: 2,
  workers: 3,
  leaseMs: 3_000,
};

t.test('equal seeds give equal plans, other seeds other plans', async (t) => {
  // As text: comparing thousands of objects property by property takes minutes.
  const textOf = (part: 'batches' | 'faults', seed: number): string =>
    JSON.stringify(makePlan({ ...options, seed })[part]);
  for (const part of ['batches', 'faults'] as const) {
    t.equal(textOf(part, 7), textOf(part, 7));
    t.not(textOf(part, 7), textOf(part, 8));
  }
});

t.test('faults of every kind are spread over the run', async (t) => {
  const { faults } = makePlan(options);
  const kinds = new Set<FaultKind>(faults.map((fault) => fault.kind));
  t.equal(kinds.size, 11);
  for (let part = 0; part < 10; part++) {
    const among = faults.filter(
      ({ afterBatches }) => afterBatches >= part * 200 && afterBatches < (part + 1) * 200,
    );
    t.ok(among.length >= 20, `part ${part} has ${among.length} faults`);
  }
  t.ok(
    faults.some(({ kind, forMs }) => kind === 'worker pause' && forMs > options.leaseMs),
    'some pauses exceed the lease',
  );
});

t.test('a queue on PostgreSQL has no Redis faults', async (t) => {
  const { faults } = makePlan({ ...options, queue: 'postgres' });
  t.same(
    faults.filter(({ kind }) => kind.startsWith('redis')),
    [],
  );
});

t.test('statements have unique markers', async (t) => {
  const markers = makePlan(options).batches.flatMap(({ text }) => text.match(/'s7-b[^']*'/g) ?? []);
  t.equal(new Set(markers).size, markers.length);
  t.ok(markers.length > options.batches);
});
