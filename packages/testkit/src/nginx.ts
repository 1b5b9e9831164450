import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endWithUs } from './end-with-us.js';
import { freePort } from './free-port.js';
import { listens } from './listens.js';
import { until } from './until.js';

/** An nginx process. */
export interface Nginx {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  stop(): Promise<void>;
}

/** The variables of a configuration. */
export interface NginxPlace {
  port: number;
  /** Folder for temporary files. */
  folder: string;
}

/** Starts the installed nginx on a free port; `location` configures all paths. */
export const startNginx = (location: string): Promise<Nginx> =>
  runNginx(({ port, folder }) => {
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    return `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
     events { worker_connections 64; }
     http {
       access_log off; ${paths.join(' ')}
       server { listen 127.0.0.1:${String(port)}; location / { ${location} } }
     }`;
  });

/**
 * Starts the installed nginx with a complete configuration, which must keep it a single process.
 */
export async function runNginx(
  configure: (place: NginxPlace) => string,
  givenPort?: number,
): Promise<Nginx> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-nginx-'));
  const port = givenPort ?? (await freePort());
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, configure({ port, folder }));
  const server = spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], {
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C is for the starting process, which may still need it.
    detached: true,
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-10_000);
  });
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => {
      resolve();
    });
  });
  const failed = new Promise<never>((_, reject) => {
    server.once('error', reject);
    server.once('exit', () => {
      reject(new Error(`nginx did not start\n${log}`));
    });
  });
  failed.catch(() => undefined);
  const forget = endWithUs(() => server.kill('SIGKILL'));
  await Promise.race([until('nginx listens', () => listens(port)), failed]);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop: async () => {
      forget();
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
