import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import {
  type ReplyToBrowser,
  pagePolicy,
  type Scope,
  visitorPolicy,
  webPages,
} from '../http/index.js';

/** The folder of the built web app and its mount path. */
export interface WebOptions {
  /** Contains `index.html`, `favicon.svg` and `assets/`. */
  folder: string;
  /** Empty at the root. */
  baseUrl: string;
}

const YEAR = 365 * 24 * 3_600;

/** The loaded web app. */
export interface Web {
  register(scope: Scope): Promise<void>;
  replyToBrowser: ReplyToBrowser;
}

/** Paths without pages. */
const PATHS_WITHOUT_PAGES = /^(api|auth|assets)(\/|$)/;

/**
 * Loads the web app: one document for all pages. It reads the path itself and reports unknown
 * pages.
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
    replyToBrowser: ({ method, url, headers }, reply) => {
      if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return false;
      if (
        !url.startsWith(`${baseUrl}/`) ||
        PATHS_WITHOUT_PAGES.test(url.slice(baseUrl.length + 1))
      ) {
        return false;
      }
      sendPage(reply.code(404));
      return true;
    },
  };
}

/** File names of assets contain a hash of their contents, so browsers may cache them forever. */
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
      reply.header('cache-control', `public, max-age=${YEAR}, immutable`);
    },
  });
  const icon = await readFile(join(folder, 'favicon.svg'));
  scope.get('/favicon.svg', { schema: { hide: true } }, (_request, reply) =>
    reply.type('image/svg+xml').send(icon),
  );
  for (const path of webPages) {
    scope.get(path, { schema: { hide: true } }, (_request, reply) =>
      sendPage(path === PUBLIC_PAGE ? forVisitors(reply) : reply),
    );
  }
}

/** The page that visitors of public links open. */
const PUBLIC_PAGE: (typeof webPages)[number] = '/share/:token';

/** The address is the secret: it must not be indexed, cached or sent as a referrer. */
const forVisitors = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': visitorPolicy,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });

/** Returns the document as a function of its nonce; its links include the mount path. */
async function readDocument(folder: string, baseUrl: string): Promise<(nonce: string) => string> {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const mounted = html
    .replaceAll('="./', `="${baseUrl}/`)
    .replace('name="mount" content=""', `name="mount" content="${baseUrl}"`);
  const [before, after] = mounted.split('name="style-nonce" content=""');
  if (after === undefined)
    throw new Error('index.html of the web app has no placeholder for the style nonce');
  return (nonce) => `${before}name="style-nonce" content="${nonce}"${after}`;
}
