import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.js';
import { listens } from './listens.js';
import { until } from './until.js';

/** An nginx of its own. */
export interface Nginx {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  stop(): Promise<void>;
}

/** Starts the installed nginx on a free port; `location` is what it does with every path. */
export async function startNginx(location: string): Promise<Nginx> {
  const base = mkdtempSync(path.join(tmpdir(), 'sluice-nginx-'));
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${base}/${name};`,
  );
  writeFileSync(
    path.join(base, 'nginx.conf'),
    `daemon off; master_process off; pid ${base}/pid; error_log stderr;
     events { worker_connections 64; }
     http {
       access_log off; ${paths.join(' ')}
       server { listen 127.0.0.1:${String(port)}; location / { ${location} } }
     }`,
  );
  const server = spawn('nginx', ['-p', base, '-c', path.join(base, 'nginx.conf'), '-e', 'stderr'], {
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
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
  await Promise.race([until('nginx listens', () => listens(port)), failed]);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop: async () => {
      server.kill('SIGKILL');
      await ended;
      rmSync(base, { recursive: true, force: true });
    },
  };
}
