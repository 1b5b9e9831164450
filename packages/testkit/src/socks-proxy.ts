import { spawn } from 'node:child_process';
import { freePort } from './free-port.js';
import { listens } from './listens.js';
import { until } from './until.js';

/** A SOCKS5 proxy with authentication. */
export interface SocksProxy {
  port: number;
  user: string;
  password: string;
  /** Returns the number of connections forwarded to a port. */
  passedTo(port: number): number;
  stop(): Promise<void>;
}

const user = 'passer';
const password = 'socks secret';

/** Starts the installed microsocks on a free port. @throws when it does not listen */
export async function startSocksProxy(): Promise<SocksProxy> {
  const port = await freePort();
  const given = ['-i', '127.0.0.1', '-p', String(port), '-u', user, '-P', password];
  const proxy = spawn('microsocks', given, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  proxy.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = new Promise<void>((resolve) => {
    proxy.once('exit', () => {
      resolve();
    });
  });
  const failed = new Promise<never>((_, reject) => proxy.once('error', reject));
  await Promise.race([until('the proxy listens', () => listens(port)), failed]);
  return {
    port,
    user,
    password,
    passedTo: (target) => log.split(`:${String(target)}\n`).length - 1,
    stop: async () => {
      proxy.kill('SIGKILL');
      await ended;
    },
  };
}
