import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createClient, type Client, type RetryOptions } from '@sluice/client';
import { until, type TestService } from '@sluice/testkit';

/** The admin of the testkit's service. */
export const email = 'admin@example.com';
export const password = 'correct horse battery staple';

/** Short delays for tests. */
const retry: RetryOptions = { baseMs: 20, maxMs: 200, attempts: 20 };

/** Returns a client for the service's admin; the URL may be a proxy's. */
export const clientOf = (baseUrl: string, more: RetryOptions = {}): Client =>
  createClient({ baseUrl, email, password, retry: { ...retry, ...more } });

/** The compiled program. */
export const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** The running program. */
export interface StartedCli {
  child: ChildProcessWithoutNullStreams;
  out(): string;
  err(): string;
  /** The exit code; null after a signal. */
  ended: Promise<number | null>;
}

/** Starts the program as the service's admin. */
export function startCli(
  service: Pick<TestService, 'baseUrl'>,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): StartedCli {
  const child = spawn(process.execPath, [program, ...args], {
    // In its own session, so that there is no terminal to ask on.
    detached: true,
    env: {
      PATH: process.env['PATH'],
      SLUICE_URL: service.baseUrl,
      SLUICE_EMAIL: email,
      SLUICE_PASSWORD: password,
      ...environment,
    },
  });
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
  // A program that ends early does not read all of its input.
  child.stdin.on('error', () => undefined);
  return {
    child,
    out: () => out.join(''),
    err: () => err.join(''),
    ended: new Promise((resolve) => {
      child.once('close', resolve);
    }),
  };
}

/** Runs the program to its end. */
export async function cli(
  service: Pick<TestService, 'baseUrl'>,
  args: string[],
  { input = '', ...environment }: NodeJS.ProcessEnv & { input?: string } = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const started = startCli(service, args, environment);
  started.child.stdin.end(input);
  const code = await started.ended;
  return { code, out: started.out(), err: started.err() };
}

/** Waits until a query with the text runs in the target database. */
export const untilRunning = (service: TestService, text: string): Promise<boolean> =>
  until(`${text} runs`, async () => (await service.target.running(text)) > 0);
