import {
  DriverError,
  type ConnectionConfig,
  type Driver,
  type RunOptions,
  type StatementSummary,
} from '@sluice/driver-kit';
import fc from 'fast-check';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Test } from 'tap';
import { failure, read, sessionOptions } from './contract.js';
import { mutate, mutationsOf, type Mutation } from './mutations.js';

/** Collects the uncaught exceptions and unhandled rejections of this process. */
export function recordCrashes(): unknown[] {
  const crashes: unknown[] = [];
  process.on('uncaughtException', (error) => crashes.push(error));
  process.on('unhandledRejection', (error) => crashes.push(error));
  return crashes;
}

/** Numbers of statements by outcome. */
export interface Outcomes {
  finished: number;
  failed: number;
}

/** Counts the outcome of work. @throws any error that is not a driver error. */
export async function countOutcome(
  outcomes: Outcomes,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
    outcomes.finished++;
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    outcomes.failed++;
  }
}

/** Sends the same bytes until the socket is closed. */
export function sendForever(socket: Socket, bytes: Buffer): void {
  const send = (): void => {
    while (!socket.destroyed && socket.write(bytes));
    if (!socket.destroyed) socket.once('drain', send);
  };
  send();
}

/** A driver and a fake server whose responses the tests mutate. */
export interface HostileServer {
  driver: Driver;
  configAt: (port: number) => ConnectionConfig;
  /** Starts the server; `respond` gets each request of a statement, counted from 0. */
  start: (
    respond: (socket: Socket, request: number) => void,
    idleMs: () => number,
  ) => Promise<{ port: number; close(): Promise<void> }>;
  /** Valid responses to the requests of a statement; the last one repeats. */
  responses: readonly Buffer[];
  /** The statement; default `select 1`. */
  sql?: string;
  /** The options of the statement; default: none. */
  options?: Partial<RunOptions>;
  /** Number of statements with mutated responses; default 2,000. */
  runs?: number;
  /** Checks the summary of the unchanged responses. */
  checkSummary?: (t: Test, summary: StatementSummary) => void;
  /** Minimum number of statements that must fail. */
  minFailed: number;
}

/** Runs statements against mutated responses. */
export async function readMutatedResponses(t: Test, hostile: HostileServer): Promise<void> {
  const { driver, configAt, responses, sql = 'select 1', options, runs = 2000 } = hostile;
  let mutations: readonly Mutation[] = [];
  let mutatedRequest = -1;
  // The server closes a session that waits after a mutated response.
  const idleMs = (): number => (mutatedRequest < 0 ? 0 : 10);
  const server = await hostile.start((socket, request) => {
    const response = responses[Math.min(request, responses.length - 1)] ?? Buffer.alloc(0);
    socket.write(request === mutatedRequest ? mutate(response, mutations) : response);
  }, idleMs);
  t.teardown(() => server.close());
  const outcomes = { finished: 0, failed: 0 };
  const run = async (): Promise<void> => {
    const connection = await driver.connect(configAt(server.port), sessionOptions());
    try {
      await countOutcome(outcomes, async () => {
        const { summary } = await read(connection, sql, { maxRows: 100, ...options });
        if (mutatedRequest < 0) hostile.checkSummary?.(t, summary);
      });
    } finally {
      await connection.close();
    }
  };
  await run();
  t.equal(outcomes.finished, 1, 'the unchanged responses are valid');
  await fc.assert(
    fc.asyncProperty(mutationsOf, fc.nat(responses.length - 1), async (next, request) => {
      mutations = next;
      mutatedRequest = request;
      await run();
    }),
    { numRuns: runs, endOnFailure: true },
  );
  t.comment(JSON.stringify(outcomes));
  t.ok(
    outcomes.failed > hostile.minFailed && outcomes.finished > 20,
    'statements both finished and failed',
  );
}

/** Connects 1,000 times to a server whose handshake is mutated. */
export async function readMutatedHandshakes(
  t: Test,
  { driver, configAt }: Pick<HostileServer, 'driver' | 'configAt'>,
  handshake: (socket: Socket, change: Mutation) => void,
): Promise<void> {
  let mutations: readonly Mutation[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    handshake(socket, (bytes) => mutate(bytes, mutations));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  await fc.assert(
    fc.asyncProperty(mutationsOf, async (next) => {
      mutations = next;
      const options = sessionOptions({ connectTimeoutMs: 2000 });
      const error = await failure(driver.connect(configAt(port), options));
      if (error.outcome !== 'not_run') throw new Error(error.outcome);
    }),
    { numRuns: 1000, endOnFailure: true },
  );
}
