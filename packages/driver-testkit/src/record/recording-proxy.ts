import { once } from 'node:events';
import {
  createServer,
  request as requestHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { RecordedExchange } from './recording.js';
import type { WarehouseRules } from './rules.js';
import type { Scrubber } from './scrubber.js';

/** A local server that forwards requests to a warehouse and records them. */
export interface RecordingProxy {
  url: string;
  exchanges: RecordedExchange[];
  stop(): Promise<void>;
}

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Only these headers are recorded. */
const keptHeaders = ['accept', 'content-type', 'retry-after'];
/** Headers of one connection, which a proxy must not forward. */
const ownHeaders = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
]);
/** A longer body is not evidence for a form. */
const MAX_RECORDED_BYTES = 4 * 1024 * 1024;

/**
 * Starts a recording proxy. Only the recorder's own driver uses it: it listens on loopback, speaks TLS with the
 * warehouse and verifies its certificate.
 */
export async function startRecordingProxy(
  upstream: string,
  rules: WarehouseRules,
  scrubber: Scrubber,
): Promise<RecordingProxy> {
  const exchanges: RecordedExchange[] = [];
  const files = new Map<string, string>();
  /** Origins of redirected paths. */
  const redirects = new Map<string, string>();
  let url = '';

  /** Lets the driver follow a redirect through the proxy. */
  const redirected = (target: URL, { headers }: Received): Record<string, string> => {
    const next = redirectIn(target, headers.location);
    if (next === null) return {};
    scrubber.know('host', next.host);
    redirects.set(next.pathname, next.origin);
    return { location: `${next.pathname}${next.search}` };
  };

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = await bodyOf(incoming);
    const local = new URL(incoming.url ?? '/', url);
    const origin = redirects.get(local.pathname) ?? upstream;
    const target = new URL(files.get(local.pathname) ?? `${origin}${incoming.url ?? '/'}`);
    noteCredentials(incoming.headers, scrubber);
    const json = jsonOf(sent.toString('utf8'));
    const sql = rules.sqlOf(json);
    if (sql !== undefined) scrubber.noteSql(sql);
    const statement = scrubber.statement?.name ?? 'session';
    const received = await forward(target, incoming, sent);
    const location = redirected(target, received);
    const isZipped = received.body[0] === 0x1f && received.body[1] === 0x8b;
    const plain = isZipped ? gunzipSync(received.body) : received.body;
    const text = plain.toString('utf8');
    exchanges.push({
      statement,
      method: incoming.method ?? '',
      path: scrubber.path(local.pathname),
      query: queryOf(local, rules, scrubber),
      request: {
        headers: headersOf(incoming.headers, scrubber),
        json: scrubber.apply(rules.request, json) ?? null,
      },
      answer: {
        status: received.status,
        headers: {
          ...headersOf(received.headers, scrubber),
          ...(location['location'] !== undefined && {
            location: scrubber.path(new URL(location['location'], url).pathname),
          }),
        },
        ...bodyToRecord(text, files.has(local.pathname), rules, scrubber),
        ...(isZipped && { gzip: received.headers['content-encoding'] ? 'declared' : 'undeclared' }),
      },
    });
    const changed = withLocalFiles(text, rules, scrubber, (real, path) => {
      files.set(path, real);
      return `${url}${path}`;
    });
    const body =
      changed === text ? received.body : isZipped ? gzipSync(changed) : Buffer.from(changed);
    response.writeHead(received.status, {
      ...forwarded(received.headers),
      ...location,
      'content-length': body.length,
    });
    response.end(body);
  };

  const server = createServer((incoming, response) => {
    response.on('error', () => undefined);
    handle(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    exchanges,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Tokens and cookies must not occur anywhere in the recording. */
function noteCredentials(headers: IncomingHttpHeaders, scrubber: Scrubber): void {
  for (const text of [headers.authorization, headers.cookie]) {
    for (const part of (text ?? '').split(/[\s"=;]+/)) {
      if (part.length >= 12) scrubber.know('secret', part);
    }
  }
}

const queryOf = (local: URL, rules: WarehouseRules, scrubber: Scrubber): Record<string, string> =>
  Object.fromEntries(
    [...local.searchParams].flatMap(([name, value]) => {
      const rule = Object.hasOwn(rules.query, name) ? rules.query[name] : undefined;
      const kept = rule === undefined ? undefined : scrubber.apply(rule, value);
      return typeof kept === 'string' ? [[name, kept]] : [];
    }),
  );

const headersOf = (headers: IncomingHttpHeaders, scrubber: Scrubber): Record<string, string> =>
  Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, scrubber.text(value)]] : [];
    }),
  );

function bodyToRecord(
  text: string,
  isFile: boolean,
  rules: WarehouseRules,
  scrubber: Scrubber,
): { json: unknown } | { bytes: string } {
  if (isFile) {
    // A result file contains rows and nothing else.
    const isKept = scrubber.keepsRows && text.length <= MAX_RECORDED_BYTES;
    return { bytes: isKept && Array.isArray(jsonOf(`[${text}]`)) ? text : '' };
  }
  const json = jsonOf(text);
  if (json === undefined || text.length > MAX_RECORDED_BYTES) return { bytes: '' };
  return { json: scrubber.apply(rules.answer, json) ?? null };
}

/** The driver must fetch result files through the proxy, too. */
function withLocalFiles(
  text: string,
  { fileUrls }: WarehouseRules,
  scrubber: Scrubber,
  serve: (real: string, path: string) => string,
): string {
  if (fileUrls === null) return text;
  return text.replace(fileUrls, (whole, quoted: string) => {
    const real = jsonOf(`"${quoted}"`);
    if (typeof real !== 'string' || !URL.canParse(real)) return whole;
    return `"url":${JSON.stringify(serve(real, scrubber.file(real)))}`;
  });
}

/** Returns the target of a redirect within the domain of the service; null for others. */
function redirectIn(target: URL, location: string | undefined): URL | null {
  if (location === undefined || !URL.canParse(location, target.href)) return null;
  const next = new URL(location, target);
  const domainOf = ({ hostname }: URL): string => hostname.split('.').slice(-2).join('.');
  return next.protocol === target.protocol && domainOf(next) === domainOf(target) ? next : null;
}

const forwarded = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name)));

async function forward(target: URL, incoming: IncomingMessage, body: Buffer): Promise<Received> {
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(target, {
    method: incoming.method,
    headers: { ...forwarded(incoming.headers), 'content-length': body.length },
  });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await bodyOf(answer) };
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
