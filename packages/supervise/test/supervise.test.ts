import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import {
  createBackOff,
  findLeftovers,
  readableLine,
  StartFailure,
  supervise,
  type ChildEnd,
  type ChildSpec,
} from '@sluice/supervise';
import { isAlive, until } from '@sluice/testkit';
import { fixture, superviseIn, temporaryFolder } from './harness.js';

const backOff = { firstMs: 20, maxMs: 80, healthyMs: 30_000 };

const childOf = (name: string, more: Partial<ChildSpec> = {}): ChildSpec => ({
  name,
  entry: fixture(name),
  env: {},
  output: 'shown',
  ownsGroup: true,
  graceMs: 5_000,
  ...more,
});

const recordedPid = async (folder: string, name: string): Promise<number> =>
  until('the child is recorded', async () => {
    try {
      const text = await readFile(join(folder, 'run', `${name}.json`), 'utf8');
      return (JSON.parse(text) as { pid: number }).pid;
    } catch {
      return undefined;
    }
  });

t.test('restarts a crashed child after increasing delays', async (t) => {
  const folder = await temporaryFolder(t);
  const options = superviseIn(folder);
  const starts = join(folder, 'starts');
  const child = await supervise(childOf('crashing', { args: [starts] }), { ...options, backOff });
  t.teardown(() => child.stop());
  await until('four crashes', () => options.shown.length >= 4);
  await child.stop();
  const waits = options.shown.map((line) => / in ([\d.]+) s$/.exec(line)?.[1]).filter(Boolean);
  t.strictSame(waits.slice(0, 4), ['0.02', '0.04', '0.08', '0.08']);
  t.match(options.shown[0], 'crashing ended by signal SIGKILL');
});

t.test('resets the delay after a child was healthy long enough', (t) => {
  const waits = createBackOff({ firstMs: 250, maxMs: 10_000, healthyMs: 30_000 });
  const delays = [0, 0, 29_999, 30_000, 0].map((readyForMs) => waits.nextDelayMs(readyForMs));
  t.strictSame(delays, [250, 500, 1000, 250, 500]);
  const many = Array.from({ length: 50 }, () => waits.nextDelayMs(0));
  t.equal(many.at(-1), 10_000);
  t.end();
});

t.test('fails the start with the reason when a child ends before it is ready', async (t) => {
  const options = superviseIn(await temporaryFolder(t));
  const child = await supervise(childOf('misconfigured'), options);
  const failure = await child.firstReady.then(
    () => undefined,
    (error: unknown) => error,
  );
  t.type(failure, StartFailure);
  t.match(String(failure), 'SERVICE_PORT must be a whole number');
  t.strictSame(options.shown, [], 'the failure is the only report');
  await child.stop();
});

t.test('restarts a child that asks for it, even before it was ready', async (t) => {
  const folder = await temporaryFolder(t);
  const options = { ...superviseIn(folder), backOff };
  const starts = join(folder, 'starts');
  const child = await supervise(childOf('unlucky', { args: [starts] }), options);
  t.teardown(() => child.stop());
  await child.firstReady;
  t.equal((await readFile(starts, 'utf8')).length, 6);
});

t.test('restarts a child on request without reporting a crash', async (t) => {
  const folder = await temporaryFolder(t);
  const options = superviseIn(folder);
  const child = await supervise(childOf('idle'), options);
  t.teardown(() => child.stop());
  await child.firstReady;
  const before = await recordedPid(folder, 'idle');
  await child.restart();
  await until(
    'another child is recorded',
    async () => (await recordedPid(folder, 'idle')) !== before,
  );
  t.notOk(isAlive(before));
  t.strictSame(options.shown, []);
});

t.test('kills a child that does not stop, with the processes it started', async (t) => {
  const folder = await temporaryFolder(t);
  const child = await supervise(childOf('stubborn', { graceMs: 200 }), superviseIn(folder));
  const grandchild = Number(await child.firstReady);
  const pid = await recordedPid(folder, 'stubborn');
  t.ok(isAlive(grandchild));
  await child.stop();
  t.notOk(isAlive(pid));
  await until('the grandchild has ended', () => !isAlive(grandchild));
});

t.test('starts nothing when a child is stopped while it waits for a restart', async (t) => {
  const folder = await temporaryFolder(t);
  const options = superviseIn(folder);
  const starts = join(folder, 'starts');
  const slow = { firstMs: 60_000, maxMs: 60_000, healthyMs: 60_000 };
  const child = await supervise(childOf('crashing', { args: [starts] }), {
    ...options,
    backOff: slow,
  });
  await until('it has crashed', () => options.shown.length > 0);
  await child.stop();
  t.equal((await readFile(starts, 'utf8')).trim().split('\n').length, 1);
});

t.test('ends the children that a killed launcher left, by force if necessary', async (t) => {
  const folder = await temporaryFolder(t);
  const options = superviseIn(folder);
  const idle = await supervise(childOf('idle'), options);
  const stubborn = await supervise(childOf('stubborn', { graceMs: 200 }), options);
  t.teardown(() => Promise.all([idle.stop(), stubborn.stop()]));
  await Promise.all([idle.firstReady, stubborn.firstReady]);
  const pids = [await recordedPid(folder, 'idle'), await recordedPid(folder, 'stubborn')];
  const left = await findLeftovers(options.recordFolder);
  t.strictSame(left.map(({ name }) => name).sort(), ['idle', 'stubborn']);
  await Promise.all(left.map((each) => each.end()));
  t.strictSame(pids.map(isAlive), [false, false]);
  t.strictSame(await findLeftovers(options.recordFolder), []);
});

t.test('kills and restarts a hung child but not one that pauses', async (t) => {
  const folder = await temporaryFolder(t);
  const options = superviseIn(folder);
  const ends: ChildEnd[] = [];
  const child = await supervise(
    childOf('beating', {
      silentMs: 2_000,
      begin: () => ({ args: [], ended: (end) => ends.push(end) }),
    }),
    { ...options, backOff },
  );
  t.teardown(() => child.stop());
  await child.firstReady;
  const pid = await recordedPid(folder, 'beating');
  process.kill(pid, 'SIGSTOP');
  await delay(500);
  process.kill(pid, 'SIGCONT');
  await delay(2_500);
  t.ok(isAlive(pid), 'a short pause is tolerated');
  process.kill(pid, 'SIGSTOP');
  await until('another child runs', async () => (await recordedPid(folder, 'beating')) !== pid);
  t.notOk(isAlive(pid));
  t.match(ends, [{ signal: 'SIGKILL', isHung: true }]);
  t.match(options.shown[0], 'beating sent no heartbeat for 2 s and was killed');
});

t.test('shows warnings and errors in plain text and crashes unchanged', (t) => {
  const line = (entry: object) => readableLine('api', JSON.stringify(entry));
  t.equal(line({ level: 30, msg: 'request completed' }), undefined);
  t.equal(line({ level: 40, msg: 'slow disk' }), 'api warning: slow disk');
  t.equal(
    line({ level: 50, msg: 'cannot listen', err: { message: 'EADDRINUSE' } }),
    'api error: cannot listen: EADDRINUSE',
  );
  t.equal(line({ level: 50, msg: 'boom', err: { message: 'boom' } }), 'api error: boom');
  t.equal(
    readableLine('api', 'TypeError: x is not a function'),
    'api: TypeError: x is not a function',
  );
  t.equal(readableLine('api', ''), undefined);
  t.equal(readableLine('api', '{"level":50,"msg":'), 'api error: {"level":50,"msg":');
  t.end();
});
