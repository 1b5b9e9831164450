import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import type { SnowflakeBehaviour } from './behaviour.js';
import { isAllowed, type SnowflakeUsers } from './users.js';
import { SnowflakeQuery } from './query.js';
import { SnowflakeSessionState } from './session.js';
import { statements } from './statements.js';

/** A request as it arrived. */
export interface SnowflakeRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  headers: IncomingMessage['headers'];
  body: Readonly<Record<string, unknown>>;
}

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

const standardUsers: SnowflakeUsers = {
  username: 'reader',
  password: 'pass word\'"\\%',
  token: 'oauth-token',
  publicKey: null,
};

type Body = Record<string, unknown>;

const failed = (code: string, message: string, data: object | null = null): object => ({
  data,
  code,
  message,
  success: false,
});
const succeeded = (data: object | null = null): object => ({
  data,
  code: null,
  message: null,
  success: true,
});

/** Starts one on a free port. */
export async function startSnowflakeServer({
  users = {},
  holdMs = 1_000,
}: SnowflakeServerOptions = {}): Promise<SnowflakeServer> {
  const known: SnowflakeUsers = { ...standardUsers, ...users };
  const sessions: SnowflakeSessionState[] = [];
  const queries = new Map<string, SnowflakeQuery>();
  const byRequest = new Map<string, SnowflakeQuery>();
  const requests: SnowflakeRequest[] = [];
  const scripts: [RegExp, SnowflakeBehaviour][] = [];
  const faults: [path: string, fault: SnowflakeFault][] = [];
  const sockets = new Set<Socket>();
  let url = '';

  const login = (data: Body): object => {
    if (!isAllowed(known, data)) {
      return failed('390100', 'Incorrect username or password was specified.');
    }
    const parameters = (data['SESSION_PARAMETERS'] ?? {}) as Body;
    const session = new SnowflakeSessionState(parameters);
    sessions.push(session);
    return succeeded({
      token: session.sessionToken,
      masterToken: session.masterToken,
      validityInSeconds: 3600,
      masterValidityInSeconds: 14_400,
      sessionId: Number(session.id),
      parameters: [{ name: 'SERVICE_NAME', value: 'of-this-tenant' }],
    });
  };

  const tokenOf = ({ headers }: SnowflakeRequest): string =>
    /^Snowflake Token="(.*)"$/.exec(headers.authorization ?? '')?.[1] ?? '';

  const renew = (request: SnowflakeRequest): object => {
    const session = sessions.find(({ masterToken }) => masterToken === tokenOf(request));
    if (!session || session.ended) return failed('390114', 'Authentication token has expired.');
    if (session.expired.has(session.masterToken)) {
      return failed('390114', 'Authentication token has expired.');
    }
    session.renew();
    return succeeded({
      sessionToken: session.sessionToken,
      masterToken: session.masterToken,
      validityInSecondsST: 3600,
      validityInSecondsMT: 14_400,
    });
  };

  const behaviourOf = (sql: string, session: SnowflakeSessionState): SnowflakeBehaviour => {
    const text = sql.replace(/\n\/\* sluice.*\*\/$/, '').trim();
    const scripted = scripts.findLast(([pattern]) => pattern.test(text));
    if (scripted) return scripted[1];
    const [, cancelled] = /^select system\$cancel_query\('(.*)'\)$/i.exec(text) ?? [];
    if (cancelled !== undefined) {
      const done = queries.get(cancelled)?.cancel() === true;
      return oneText(done ? 'query [id] terminated.' : 'Identified SQL is not executing.');
    }
    const [, aborted] = /^select system\$abort_session\((\d+)\)$/i.exec(text) ?? [];
    if (aborted !== undefined) {
      for (const each of sessions) if (each.id === aborted) each.ended = true;
      return oneText('Session aborted.');
    }
    for (const [pattern, statement] of statements) {
      const match = pattern.exec(text);
      if (match) return statement(match, session);
    }
    const word = text.split(/\s/)[0] ?? '';
    const message = `SQL compilation error:\nsyntax error line 1 at position 0 unexpected '${word}'.`;
    return { kind: 'error', code: '001003', message, sqlState: '42000', line: 1, pos: 0 };
  };

  const submit = async (request: SnowflakeRequest, session: SnowflakeSessionState) => {
    const { sqlText, asyncExec, describeOnly } = request.body;
    const requestId = request.query['requestId'] ?? '';
    const sql = typeof sqlText === 'string' ? sqlText : '';
    let query = byRequest.get(requestId);
    if (!query) {
      query = new SnowflakeQuery(sql, session, behaviourOf(sql, session));
      byRequest.set(requestId, query);
      queries.set(query.id, query);
    }
    if (describeOnly === true) return query.described();
    // What cannot be compiled is told at once, to those who wait and to those who do not.
    if (asyncExec === true && query.status !== 'FAILED_WITH_ERROR') {
      return {
        data: { queryId: query.id, getResultUrl: `/queries/${query.id}/result` },
        code: '333334',
        message: 'Query execution in progress in asynchronous mode.',
        success: true,
      };
    }
    await query.ended(holdMs);
    return query.answer(url);
  };

  const obey = async (request: SnowflakeRequest): Promise<object> => {
    const { path, body } = request;
    if (path === '/session/v1/login-request') return login((body['data'] ?? {}) as Body);
    if (path === '/session/token-request') return renew(request);
    const token = tokenOf(request);
    const session = sessions.find((each) => each.sessionToken === token || each.expired.has(token));
    if (!session) return failed('390104', 'Session token is invalid.');
    if (session.ended) return failed('390111', 'Session no longer exists.');
    if (session.expired.has(token)) return failed('390112', 'Session token has expired.');
    if (path === '/session') {
      session.ended = true;
      return succeeded();
    }
    if (path === '/session/heartbeat') return succeeded();
    if (path === '/queries/v1/query-request') return submit(request, session);
    if (path === '/queries/v1/abort-request') {
      byRequest.get(String(body['requestId']))?.cancel();
      return succeeded();
    }
    const [, monitored] = /^\/monitoring\/queries\/([^/]+)$/.exec(path) ?? [];
    if (monitored !== undefined) {
      const query = queries.get(monitored);
      const { id, status } = query ?? {};
      return succeeded({
        queries: query ? [{ id, status, sessionId: Number(query.session.id) }] : [],
      });
    }
    const [, id = '', what = ''] = /^\/queries\/([^/]+)\/(result|abort-request)$/.exec(path) ?? [];
    const query = queries.get(id);
    if (!query) return failed('000709', `Statement ${id} not found`, { sqlState: '02000' });
    if (what === 'abort-request') {
      query.cancel();
      return succeeded();
    }
    await query.ended(holdMs);
    return query.answer(url);
  };

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
      const json = Buffer.from(JSON.stringify(await obey(request)));
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
    void read(incoming).then(async (body) => {
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
      username: known.username,
      password: known.password,
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

const oneText = (value: string): SnowflakeBehaviour => ({
  kind: 'rows',
  columns: [{ name: 'RESULT', type: 'text' }],
  rows: [[value]],
});

async function read(incoming: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Body);
}

function sendJson(response: ServerResponse, json: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(gzipSync(json, { level: 1 }));
}

/** Half of the bytes, and then the end of the socket. */
function cut(response: ServerResponse, bytes: Buffer): void {
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

function repeat(response: ServerResponse, body: Buffer): void {
  const pump = (): void => {
    while (!response.destroyed && response.write(body));
    if (!response.destroyed) response.once('drain', pump);
  };
  pump();
}
