import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { type AnswerVisitor, pagePolicy, type Scope, webPages } from '../http/index.js';

/** Where the built workbench lies, and the path that it is served below. */
export interface WebOptions {
  /** Holds `index.html`, `favicon.svg` and `assets/`. */
  folder: string;
  /** Empty at the root. */
  baseUrl: string;
}

const year = 365 * 24 * 3_600;

/** The workbench, ready to be served. */
export interface Web {
  register(scope: Scope): Promise<void>;
  answerVisitor: AnswerVisitor;
}

/** Below these paths are no pages. */
const noPages = /^(api|auth|assets)(\/|$)/;

/**
 * Reads the workbench: one document for all of its pages, which looks at the address itself, and says where
 * there is no such page.
 */
export async function openWeb({ folder, baseUrl }: WebOptions): Promise<Web> {
  const document = await readDocument(folder, baseUrl);
  const sendPage = (reply: FastifyReply): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    const policy = String(reply.getHeader('content-security-policy'));
    return reply
      .header('content-security-policy', pagePolicy(policy, nonce))
      .type('text/html; charset=utf-8')
      .send(document(nonce));
  };
  return {
    register: (scope) => registerWeb(scope, folder, sendPage),
    answerVisitor: ({ method, url, headers }, reply) => {
      if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return false;
      if (!url.startsWith(`${baseUrl}/`) || noPages.test(url.slice(baseUrl.length + 1))) {
        return false;
      }
      sendPage(reply.code(404));
      return true;
    },
  };
}

/** The files that the document loads have names that hold a hash of what is in them, so browsers keep them. */
async function registerWeb(
  scope: Scope,
  folder: string,
  sendPage: (reply: FastifyReply) => FastifyReply,
): Promise<void> {
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
    scope.get(path, { schema: { hide: true } }, (_request, reply) => sendPage(reply));
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
