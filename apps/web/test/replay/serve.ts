import { build } from 'vite';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The policy of the service, with the nonce of the page. */
const policy =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'nonce-replay'; connect-src 'self'";

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Bundles the page of the editor and serves it with the policy of the service. */
export async function serveReplayPage(): Promise<{ url: string; stop(): Promise<void> }> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'sluice-replay-'));
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  });
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1) || 'index.html';
    readFile(path.join(outDir, name)).then(
      (bytes) => {
        const type = types[path.extname(name)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type, 'content-security-policy': policy });
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await rm(outDir, { recursive: true });
    },
  };
}
