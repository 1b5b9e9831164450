import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import type { SnowflakeBehaviour } from './behaviour.js';
import { SnowflakeEngine } from './engine.js';
import { cut, readBody, repeat, sendJson } from './http.js';
import type { SnowflakeRequest } from './request.js';
import { standardUsers, type SnowflakeUsers } from './users.js';

/** What goes wrong with a request instead of its answer. */
export type SnowflakeFault =
  | { status: number }
  /** The socket ends: before the request is obeyed, after it, or in the middle of the answer. */
  | 'before'
  | 'after'
  | 'middle'
  /** What is sent in place of the answer; `endless` sends it again and again. */
  | { body: Buffer | string; endless?: boolean }
  | { change: (bytes: Buffer) => Buffer };

/** A local server that speaks Snowflake's protocol as its client uses it. Runs no SQL: it knows a list. */
export interface SnowflakeServer {
  url: string;
  /** The fields of a connection to it. */
  config: Record<string, unknown>;
  /** All requests in order. */
  requests: SnowflakeRequest[];
  /** Requests to paths that begin so. */
  requestsTo(path: string): SnowflakeRequest[];
  /** What texts of this pattern do from now on; the latest one counts. */
  script(pattern: RegExp, behaviour: SnowflakeBehaviour): void;
  /** The next requests to paths that begin so go wrong, each in one of these ways. */
  fail(path: string, ...faults: SnowflakeFault[]): void;
  /** Statements that run. */
  running(): number;
  /** Lets all that run end as they would. */
  release(): void;
  /** Tokens that were given so far hold no longer. `all`: those that renew them, too. */
  expireTokens(all?: boolean): void;
  /** Sessions that have not ended. */
  sessions(): number;
  stop(): Promise<void>;
}

/** How the server is set up. */
export interface SnowflakeServerOptions {
  users?: Partial<SnowflakeUsers>;
  /** Milliseconds that a question for a result waits for it; the real server waits 45 s. */
  holdMs?: number;
}

/** Starts one on a free port. */
export async function startSnowflakeServer({
  users = {},
  holdMs = 1_000,
}: SnowflakeServerOptions = {}): Promise<SnowflakeServer> {
  const { username, password } = { ...standardUsers, ...users };
  const engine = new SnowflakeEngine({ ...standardUsers, ...users }, holdMs);
  const { sessions, queries, scripts } = engine;
  const requests: SnowflakeRequest[] = [];
  const faults: [path: string, fault: SnowflakeFault][] = [];
  const sockets = new Set<Socket>();
  let url = '';

  const answer = async (request: SnowflakeRequest, response: ServerResponse): Promise<void> => {
    const at = faults.findIndex(([path]) => request.path.startsWith(path));
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.[1];
    if (fault === 'before') {
      response.destroy();
    } else if (typeof fault === 'object' && 'status' in fault) {
      response.writeHead(fault.status).end('no');
    } else if (typeof fault === 'object' && 'body' in fault) {
      response.writeHead(200, { 'content-type': 'application/json' });
      if (fault.endless === true) repeat(response, Buffer.from(fault.body));
      else response.end(fault.body);
    } else if (request.path.startsWith('/storage/')) {
      sendFile(request, response, fault);
    } else {
      const json = Buffer.from(
        JSON.stringify(await engine.obey(request, `http://${request.headers.host ?? ''}`)),
      );
      const changed = typeof fault === 'object' ? fault.change(json) : json;
      if (fault === 'after') response.destroy();
      else if (fault === 'middle') cut(response, changed);
      else sendJson(response, changed);
    }
  };

  const sendFile = (
    { path }: SnowflakeRequest,
    response: ServerResponse,
    fault: SnowflakeFault | undefined,
  ): void => {
    const [, , id = '', index = ''] = path.split('/');
    const file = queries.get(id)?.files[Number(index)];
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-encoding': 'gzip' });
    if (fault !== undefined) {
      const whole = Buffer.from([...file.parts()].join(''));
      const change = typeof fault === 'object' && 'change' in fault ? fault.change : null;
      if (change) response.end(gzipSync(change(whole)));
      else cut(response, gzipSync(whole));
      return;
    }
    pipeline(Readable.from(file.parts()), createGzip({ level: 1 }), response, () => undefined);
  };

  const server = createServer((incoming, response) => {
    incoming.on('error', () => undefined);
    response.on('error', () => undefined);
    void readBody(incoming).then(async (body) => {
      const target = new URL(incoming.url ?? '/', url);
      const request: SnowflakeRequest = {
        method: incoming.method ?? '',
        path: target.pathname,
        query: Object.fromEntries(target.searchParams),
        headers: incoming.headers,
        body,
      };
      requests.push(request);
      await answer(request, response);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  return {
    url,
    config: {
      account: 'myorg-myaccount',
      accessUrl: url,
      username,
      password,
      warehouse: 'WH',
      database: 'DB',
      schema: 'PUBLIC',
    },
    requests,
    requestsTo: (path) => requests.filter((request) => request.path.startsWith(path)),
    script: (pattern, behaviour) => {
      scripts.push([pattern, behaviour]);
    },
    fail: (path, ...list) => {
      for (const fault of list) faults.push([path, fault]);
    },
    running: () => [...queries.values()].filter(({ status }) => status === 'RUNNING').length,
    release: () => {
      for (const query of queries.values()) query.release();
    },
    expireTokens: (all = false) => {
      for (const session of sessions) {
        session.expire();
        if (all) session.expired.add(session.masterToken);
      }
    },
    sessions: () => sessions.filter(({ ended }) => !ended).length,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}
