// Runs in its own process: it blocks the event loop.
import type {} from '@fastify/under-pressure';
import { until } from '@sluice/testkit';
import Fastify from 'fastify';
import t from 'tap';
import { handleErrors } from '../src/http/errors.js';
import { refuseWhenOverloaded } from '../src/http/overload.js';

const limitMs = 200;

/** Opens an API with one route. */
async function openApi() {
  const app = Fastify();
  t.teardown(() => app.close());
  handleErrors(app);
  await refuseWhenOverloaded(app, limitMs);
  app.get('/', () => ({}));
  await app.ready();
  return {
    app,
    measured: until('the delay is measured', () => app.memoryUsage().eventLoopDelay > limitMs),
  };
}

function blockFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

t.test('a process that was blocked once serves again immediately', async (t) => {
  const { app, measured } = await openApi();
  blockFor(2_000);
  await measured;
  t.equal((await app.inject('/')).statusCode, 200);
});

t.test(
  'a process with a constantly blocked event loop refuses requests until the load ends',
  async (t) => {
    const { app, measured } = await openApi();
    let isBusy = true;
    const work = (): void => {
      blockFor(2 * limitMs);
      if (isBusy) setImmediate(work);
    };
    work();
    await measured;
    const refused = await app.inject('/');
    t.equal(refused.statusCode, 503);
    t.equal(refused.headers['retry-after'], '2');
    t.match(refused.json(), {
      title: 'The service is overloaded. Retry later.',
      code: 'unavailable',
    });

    isBusy = false;
    await until('requests are served', async () => (await app.inject('/')).statusCode === 200);
  },
);
