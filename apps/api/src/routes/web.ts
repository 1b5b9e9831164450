import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { webPages } from '../route-access.js';
import { pagePolicy } from '../plugins/security-headers.js';
import type { Scope } from '../scope.js';

/** Where the built workbench lies, and the path that it is served below. */
export interface WebOptions {
  /** Holds `index.html`, `favicon.svg` and `assets/`. */
  folder: string;
  /** Empty at the root. */
  baseUrl: string;
}

const year = 365 * 24 * 3_600;

/**
 * The workbench: one document for all of its pages, which looks at the address itself, and the files that
 * it loads. Their names hold a hash of what is in them, so browsers keep them.
 */
export async function registerWeb(scope: Scope, { folder, baseUrl }: WebOptions): Promise<void> {
  const document = await readDocument(folder, baseUrl);
  await scope.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    decorateReply: false,
    setHeaders: (reply) => {
      reply.header('cache-control', `public, max-age=${year}, immutable`);
    },
  });
  const icon = await readFile(join(folder, 'favicon.svg'));
  scope.get('/favicon.svg', { schema: { hide: true } }, (_request, reply) =>
    reply.type('image/svg+xml').send(icon),
  );
  for (const path of webPages) {
    scope.get(path, { schema: { hide: true } }, (_request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      const policy = String(reply.getHeader('content-security-policy'));
      return reply
        .header('content-security-policy', pagePolicy(policy, nonce))
        .type('text/html; charset=utf-8')
        .send(document(nonce));
    });
  }
}

/** The page as a text that lacks only its nonce: what it names lies below the mount path. */
async function readDocument(folder: string, baseUrl: string): Promise<(nonce: string) => string> {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const mounted = html
    .replaceAll('="./', `="${baseUrl}/`)
    .replace('name="mount" content=""', `name="mount" content="${baseUrl}"`);
  const [before, after] = mounted.split('name="style-nonce" content=""');
  if (after === undefined) throw new Error('The page of the workbench has no place for its nonce');
  return (nonce) => `${before}name="style-nonce" content="${nonce}"${after}`;
}
