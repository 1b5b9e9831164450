import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import type { SnowflakeBehaviour } from './behaviour.js';
import { SnowflakeEngine } from './engine.js';
import { cut, jsonOf, readBody, repeat, sendJson } from './http.js';
import type { SnowflakeRequest } from './request.js';
import { standardUsers, type SnowflakeUsers } from './users.js';

/** A fault of a request. */
export type SnowflakeFault =
  | { status: number; text?: string }
  /** The socket closes: before the request is executed, after it, or during the response. */
  | 'before'
  | 'after'
  | 'middle'
  /** Another response; `endless` sends it repeatedly. */
  | { body: Buffer | string; endless?: boolean }
  | { change: (bytes: Buffer) => Buffer };

/**
 * A local server that implements Snowflake's protocol as its client uses it. It runs no SQL but knows a list
 * of statements.
 */
export interface SnowflakeServer {
  url: string;
  /** The fields of a connection to it. */
  config: Record<string, unknown>;
  /** All requests in order. */
  requests: SnowflakeRequest[];
  /** Returns the requests to paths with this prefix. */
  requestsTo(path: string): SnowflakeRequest[];
  /** Sets what statements that match this pattern do; the latest setting wins. */
  script(pattern: RegExp, behaviour: SnowflakeBehaviour): void;
  /** The next requests to paths with this prefix fail in these ways, one each. */
  fail(path: string, ...faults: SnowflakeFault[]): void;
  /** Number of running statements. */
  running(): number;
  /** Lets all running statements end normally. */
  release(): void;
  /** Expires all tokens; `all` includes those that renew them. */
  expireTokens(all?: boolean): void;
  /** Makes all tokens invalid, as if the server did not know their sessions. */
  forgetSessions(): void;
  /** Number of open sessions. */
  sessions(): number;
  stop(): Promise<void>;
}

/** Options of the server. */
export interface SnowflakeServerOptions {
  users?: Partial<SnowflakeUsers>;
  /** Milliseconds that a result request waits for the result; the real server waits 45 s. */
  holdMs?: number;
}

/** Starts a server on a free port. */
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
      response.writeHead(fault.status).end(fault.text ?? 'no');
    } else if (typeof fault === 'object' && 'body' in fault) {
      response.writeHead(200, { 'content-type': 'application/json' });
      if (fault.endless === true) repeat(response, Buffer.from(fault.body));
      else response.end(fault.body);
    } else if (request.path.startsWith('/storage/')) {
      sendFile(request, response, fault);
    } else {
      const { status, body } = await engine.obey(request, `http://${request.headers.host ?? ''}`);
      const json = jsonOf(body);
      const changed = typeof fault === 'object' ? fault.change(json) : json;
      if (fault === 'after') response.destroy();
      else if (fault === 'middle') cut(response, changed);
      else sendJson(response, changed, status);
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
    response.writeHead(200, file.isUndeclared === true ? {} : { 'content-encoding': 'gzip' });
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
    forgetSessions: () => {
      sessions.length = 0;
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
