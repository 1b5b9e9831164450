import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';

/** A request as the replay server received it. */
export interface ReplayRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  headers: IncomingMessage['headers'];
  /** The body as text; empty without a body. */
  text: string;
  /** The body as JSON; undefined if it is not JSON. */
  json: unknown;
}

/** One scripted answer. The default is status 200 without headers and without a body. */
export interface ReplayAnswer {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON text with its content type. */
  json?: unknown;
  /** Sent as it is. Use it instead of `json` for other formats, and for numbers above 2^53. */
  bytes?: Buffer | string;
  /** Compresses the body: `declared` also sends `Content-Encoding: gzip`, `undeclared` does not. */
  gzip?: 'declared' | 'undeclared';
  /** The answer is sent when this resolves. */
  after?: () => Promise<unknown>;
  /** The socket closes: instead of an answer, or after half of the body. */
  broken?: 'before' | 'middle';
}

/** Requests that are expected, with their answers in order. */
export interface ReplayEntry {
  method: string;
  /** The whole path without the query, or a pattern for it. */
  path: string | RegExp;
  /** Further conditions, such as headers or fields of the body. */
  when?: (request: ReplayRequest) => boolean;
  /** A function can repeat fields of the request, such as its origin. */
  answers: readonly (ReplayAnswer | ((request: ReplayRequest) => ReplayAnswer))[];
  /** The last answer is sent for all further requests. */
  repeats?: boolean;
  /** The requests may be missing, such as the end of a session. */
  optional?: boolean;
}

/** A local HTTP server that answers only the requests of its table. */
export interface ReplayServer {
  /** Scheme, host and port. */
  url: string;
  port: number;
  /** All requests in order, unexpected ones included. */
  requests: readonly ReplayRequest[];
  /** Adds entries. The first entry that matches and has an answer left is used. */
  expect(...entries: ReplayEntry[]): void;
  /** Describes the requests that were not expected; null if there were none. */
  readonly unexpected: string | null;
  /** @throws Error if a request was not expected, or an expected one did not come */
  check(): void;
  stop(): Promise<void>;
}

/**
 * Runs `use` with a replay server for these entries, and checks the requests at the end. An unexpected request
 * is answered with status 501 and is the error that this function throws, because it explains the others.
 */
export async function withReplay<T>(
  entries: readonly ReplayEntry[],
  use: (server: ReplayServer) => Promise<T>,
): Promise<T> {
  const server = await startReplay(entries);
  try {
    const value = await use(server);
    server.check();
    return value;
  } catch (error) {
    if (server.unexpected !== null) throw new Error(server.unexpected, { cause: error });
    throw error;
  } finally {
    await server.stop();
  }
}

/** Starts a replay server on a free port. {@link withReplay} also checks and stops it. */
export async function startReplay(entries: readonly ReplayEntry[]): Promise<ReplayServer> {
  const table: Expected[] = [];
  const requests: ReplayRequest[] = [];
  const unexpected: string[] = [];

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    requests.push(request);
    const answer = table.find((entry) => entry.matches(request))?.next(request);
    if (answer) {
      await send(response, answer);
      return;
    }
    unexpected.push(`${request.method} ${request.path} ${request.text.slice(0, 500)}`.trim());
    await send(response, { status: 501, bytes: 'The replay table has no answer left' });
  };

  const server = createServer((incoming, response) => {
    response.on('error', () => undefined);
    handle(incoming, response).catch((error: unknown) => {
      unexpected.push(`${String(incoming.method)} ${String(incoming.url)}: ${String(error)}`);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const expect = (...more: ReplayEntry[]): void => {
    table.push(...more.map((entry) => new Expected(entry)));
  };
  expect(...entries);
  const describeUnexpected = (): string | null =>
    unexpected.length === 0
      ? null
      : `Requests that the replay table does not expect: ${unexpected.join('; ')}`;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    port,
    requests,
    expect,
    get unexpected() {
      return describeUnexpected();
    },
    check: () => {
      const missing = table.flatMap((entry) => entry.missing ?? []);
      const problem =
        describeUnexpected() ??
        (missing.length > 0 ? `Expected requests did not come: ${missing.join('; ')}` : null);
      if (problem !== null) throw new Error(problem);
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns a condition: the JSON body has these fields with exactly these values. */
export const hasFields =
  (fields: Readonly<Record<string, unknown>>) =>
  ({ json }: ReplayRequest): boolean =>
    Object.entries(fields).every(
      ([key, value]) =>
        typeof json === 'object' &&
        json !== null &&
        isDeepStrictEqual((json as Readonly<Record<string, unknown>>)[key], value),
    );

/** An entry with the number of its answers that were sent. */
class Expected {
  private sent = 0;

  constructor(private readonly entry: ReplayEntry) {}

  matches(request: ReplayRequest): boolean {
    const { method, path, when, answers, repeats } = this.entry;
    const isPath = typeof path === 'string' ? path === request.path : path.test(request.path);
    const hasAnswer = this.sent < answers.length || (repeats === true && answers.length > 0);
    return method === request.method && isPath && hasAnswer && when?.(request) !== false;
  }

  next(request: ReplayRequest): ReplayAnswer | undefined {
    const { answers } = this.entry;
    const answer = answers[Math.min(this.sent++, answers.length - 1)];
    return typeof answer === 'function' ? answer(request) : answer;
  }

  /** Describes the requests that did not come; null if none are missing. */
  get missing(): string | null {
    const { method, path, answers, optional } = this.entry;
    const left = answers.length - this.sent;
    if (optional === true || left <= 0) return null;
    return `${method} ${String(path)} (${String(left)} of ${String(answers.length)})`;
  }
}

async function readRequest(incoming: IncomingMessage): Promise<ReplayRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://replay');
  return {
    method: incoming.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: incoming.headers,
    text,
    json: jsonOf(text),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function send(response: ServerResponse, answer: ReplayAnswer): Promise<void> {
  const { status = 200, headers = {}, json, bytes = '', gzip, after, broken } = answer;
  await after?.();
  if (broken === 'before') {
    response.destroy();
    return;
  }
  const plain = Buffer.from(json === undefined ? bytes : JSON.stringify(json));
  const body = gzip === undefined ? plain : gzipSync(plain);
  response.writeHead(status, {
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(gzip === 'declared' ? { 'content-encoding': 'gzip' } : {}),
    'content-length': body.length,
    ...headers,
  });
  if (broken === 'middle')
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  else response.end(body);
}
