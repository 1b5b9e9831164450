import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { Answers, type Answer, type AnswersOptions } from './answers.js';
import { errorBody, Faults, type BigQueryRequest, type Fault } from './faults.js';
import { Jobs, type WireJob } from './jobs.js';
import { commonScripts, type Script } from './scripts.js';
import { Tokens } from './tokens.js';

/** Options of a server. */
export interface BigQueryServerOptions {
  /** Statements besides {@link commonScripts}; tried first. */
  scripts?: readonly Script[];
  /** Maximum rows per page. */
  pageRows?: number;
  /** Like emulators, which know only `useInt64Timestamp`. */
  ignoresTimestampFormat?: boolean;
  /** Datasets by project; `refused` if the user may not list them. */
  datasets?: AnswersOptions['datasets'];
}

/** A server that implements BigQuery's documented REST API with a table of scripted statements. */
export interface BigQueryServer {
  /** The fields of a connection to it. */
  config: Record<string, string>;
  /** The text of the credentials of a user, instead of those of a service account. */
  userCredentials: string;
  /** All requests in order. */
  requests: BigQueryRequest[];
  faults: Faults;
  /** All jobs by id, in order. */
  jobs: ReadonlyMap<string, WireJob>;
  /** Ids of the open sessions. */
  sessions(): string[];
  /** Number of jobs that are not done. */
  running(): number;
  /** Lets slow jobs finish. */
  release(): void;
  /** Returns a valid token, for a client that signs in elsewhere. */
  issueToken(): string;
  /** Invalidates all tokens. */
  revokeTokens(): void;
  stop(): Promise<void>;
}

const PROJECT = 'sluice-test';
const API = '/bigquery/v2/';

/** Starts a server on a free port. */
export async function startBigQueryServer(
  options: BigQueryServerOptions = {},
): Promise<BigQueryServer> {
  const tokens = new Tokens();
  const faults = new Faults();
  const requests: BigQueryRequest[] = [];
  const jobs = new Jobs([...(options.scripts ?? []), ...commonScripts]);
  const { pageRows = 10_000, ignoresTimestampFormat = false, datasets = {} } = options;
  const known = { [PROJECT]: [], ...datasets };
  const answers = new Answers(
    { project: PROJECT, pageRows, ignoresTimestampFormat, datasets: known },
    jobs,
  );

  const answerTo = async (
    request: BigQueryRequest,
    authorization: string | undefined,
    form: string,
  ): Promise<Answer> => {
    if (request.path === 'token') {
      const { status, body } = tokens.exchange(form);
      return { status, body: [body] };
    }
    const scopes = tokens.scopesOf(authorization);
    if (scopes === null) {
      const message = 'Request had invalid authentication credentials.';
      return { status: 401, body: [errorBody(401, 'authError', message)] };
    }
    return answers.answer(request, scopes);
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const text = await bodyOf(incoming);
    const request = requestOf(incoming, text);
    requests.push(request);
    const fault = faults.take(request);
    if (fault?.do === 'hang') return;
    if (fault?.do === 'drop') {
      incoming.socket.destroy();
      return;
    }
    if (fault?.do === 'answer') {
      outgoing.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      outgoing.end(fault.body);
      return;
    }
    const answer = await answerTo(request, incoming.headers.authorization, text);
    if (fault?.do === 'lose') incoming.socket.destroy();
    else await send(outgoing, answer, fault);
  };

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const endpoint = `http://127.0.0.1:${String(port)}`;
  return {
    config: configOf(endpoint, tokens),
    userCredentials: JSON.stringify({
      type: 'authorized_user',
      ...tokens.user,
      token_uri: `${endpoint}/token`,
    }),
    requests,
    faults,
    jobs: jobs.all,
    sessions: () => [...jobs.sessions.keys()],
    running: () => jobs.running.length,
    release: () => {
      jobs.release();
    },
    issueToken: () => tokens.issue(),
    revokeTokens: () => {
      tokens.revoke();
    },
    stop: async () => {
      jobs.release();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const configOf = (endpoint: string, { email, privateKey }: Tokens): Record<string, string> => ({
  project: PROJECT,
  location: 'EU',
  apiEndpoint: endpoint,
  serviceAccountKey: JSON.stringify({
    type: 'service_account',
    project_id: PROJECT,
    private_key: privateKey,
    client_email: email,
    token_uri: `${endpoint}/token`,
  }),
});

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function requestOf({ url, method }: IncomingMessage, text: string): BigQueryRequest {
  const { pathname, searchParams } = new URL(url ?? '', 'http://server');
  const isApi = pathname.startsWith(API);
  const body: unknown = isApi && text !== '' ? JSON.parse(text) : null;
  return {
    method: method ?? '',
    path: isApi ? pathname.slice(API.length) : pathname.slice(1),
    query: Object.fromEntries(searchParams),
    body,
  };
}

async function send(
  outgoing: ServerResponse,
  { status, body }: Answer,
  fault: Fault | null,
): Promise<void> {
  outgoing.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  let left = fault?.do === 'cut' ? fault.afterBytes : Infinity;
  for (const piece of changed(body, fault)) {
    const bytes = Buffer.from(piece);
    const wantsMore = outgoing.write(bytes.subarray(0, left));
    left -= bytes.length;
    if (left <= 0) {
      // The written bytes arrive before the connection breaks.
      await turn();
      outgoing.destroy();
    }
    if (outgoing.destroyed) return;
    if (!wantsMore) await drained(outgoing);
  }
  outgoing.end();
}

/** Resolves when more may be written or the reader is gone. */
async function drained(outgoing: ServerResponse): Promise<void> {
  const over = new AbortController();
  const first = ['drain', 'close'].map((event) => once(outgoing, event, over));
  await Promise.any(first);
  over.abort();
  await Promise.allSettled(first);
}

function* changed(body: Iterable<string>, fault: Fault | null): Generator<string | Buffer> {
  if (fault?.do === 'flood') {
    yield fault.first;
    for (;;) yield fault.then;
  }
  if (fault?.do === 'change') yield fault.change(Buffer.from([...body].join('')));
  else yield* body;
}
