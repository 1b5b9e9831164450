import { randomUUID } from 'node:crypto';
import type { Batch } from '@sluice/contracts';
import {
  bucketSettings,
  createBucket,
  createConformance,
  redisUrl,
  servedByHeader,
  sharedSwift,
  startBalancer,
  startProcess,
  startService,
  startTcpProxy,
  targetConnection,
  until,
  type Conformance,
  type OpenApiDocument,
  type ReceivedAnswer,
  type TestClient,
  type TestProcess,
  type TestService,
} from '@sluice/testkit';
import { basic } from '../support.js';

/** The principal that sends a request. */
export type PrincipalName = 'admin' | 'owner' | 'other' | 'anonymous';

/** A request of an operation; sent as the admin by default. */
export interface Sent {
  /** Values of the path parameters. */
  path?: Record<string, string>;
  /** The query string with its `?`. */
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
  as?: PrincipalName;
}

/** Creates a request and the rows it refers to. */
export type MakeRequest = (harness: ContractHarness) => Sent | Promise<Sent>;

/** Requests that lead an operation to its statuses, besides the generic ones. */
export interface Row {
  /** Returns 200. */
  success: MakeRequest;
  /** Requests by the status they return. */
  others?: Partial<Record<number, MakeRequest>>;
}

/** The operations of one resource, such as `GET /api/users/{id}`. */
export type Area = Record<string, Row>;

/** A real deployment with users and a connection: two API processes behind nginx, results in a bucket. */
export interface ContractHarness {
  service: TestService;
  /** Addresses of the API processes that have responded through nginx. */
  servedBy: Set<string>;
  conformance: Conformance;
  owner: TestClient;
  /** A personal token of the admin, whose scope no GET needs. */
  writingToken: string;
  /** Closes every database connection of the third API process. */
  disconnectDatabase(): Promise<void>;
  /** Sends a request through nginx, or to the third API process, which can be disconnected from the database. */
  send(operation: string, sent: Sent, where?: 'balancer' | 'disconnected'): Promise<ReceivedAnswer>;
  /** Runs a batch of the owner to its end, at the first call. No request changes it. */
  finishedBatch(): Promise<Batch>;
  /** Runs another one, which a request may change. */
  newBatch(): Promise<Batch>;
  /** Runs a batch of the owner with more rows than a view may copy, at the first call. */
  largeBatch(): Promise<Batch>;
  stop(): Promise<void>;
}

export const ownerEmail = 'owner@example.com';
export const password = 'correct horse battery staple';
/** Returns credentials of an unknown user, different each time, so that no cache answers for them. */
export const unknownCredentials = (): string => basic(`${randomUUID()}@example.com`, password);

const adminEmail = 'admin@example.com';

export async function openContractHarness(): Promise<ContractHarness> {
  const swift = await sharedSwift();
  const settings = {
    ...bucketSettings(swift, await createBucket(swift)),
    SERVICE_TRUST_PROXY: '127.0.0.1',
    SERVICE_PASSPHRASE: randomUUID(),
    SERVICE_COOKIE_SECRET: randomUUID(),
    SERVICE_SERVICE_TOKEN_SECRET: randomUUID(),
    SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
    SERVICE_PUBLIC_LINKS: 'true',
    SERVICE_RESULT_VIEW_DISK_MB: '16',
  };
  const service = await startService({ queue: 'redis', workersInProcess: true, settings });
  const { address: second } = await service.startApi();
  const balancer = await startBalancer([service.baseUrl, second].map((url) => new URL(url).host));
  const [owner] = await Promise.all([
    service.addEditor(ownerEmail),
    service.addEditor('other@example.com'),
  ]);
  const { connectionId, database } = service;
  const access = { connectionId, userId: ownerEmail };
  await service.admin.json('POST', '/api/connection-accesses', access);
  const proxy = await startTcpProxy(database.url);
  const disconnectable = await startProcess('api', {
    DATABASE_URL: proxy.url,
    REDIS_URL: redisUrl(),
    SERVICE_QUEUE_PREFIX: database.name,
    SERVICE_DB_PATH: service.folder,
    SERVICE_PORT: '0',
    SERVICE_PASSWORD_HASH_COST: '14',
    SERVICE_ADMIN: adminEmail,
    ...settings,
  });
  const document = await service.admin.json<OpenApiDocument>('GET', '/api/openapi.json');
  const authorizations: Record<PrincipalName, string | undefined> = {
    admin: basic(adminEmail, password),
    owner: basic(ownerEmail, password),
    other: basic('other@example.com', password),
    anonymous: undefined,
  };
  const { token: writingToken } = await service.admin.json<{ token: string }>(
    'POST',
    '/api/tokens',
    { name: 'writing', scopes: ['queries:write'] },
  );
  const servedBy = new Set<string>();
  const newBatch = () => owner.run(connectionId, 'select 1 as n');
  let finished: Promise<Batch> | undefined;
  let large: Promise<Batch> | undefined;
  return {
    service,
    servedBy,
    conformance: createConformance(document),
    owner,
    writingToken,
    disconnectDatabase: proxy.disconnect,
    send: async (operation, sent, where = 'balancer') => {
      const base = where === 'balancer' ? balancer.url : (disconnectable.address ?? '');
      const response = await ask(base, operation, sent, authorizations[sent.as ?? 'admin']);
      if (where === 'balancer') servedBy.add(response.headers.get(servedByHeader) ?? 'unknown');
      return response;
    },
    finishedBatch: () => (finished ??= newBatch()),
    newBatch,
    largeBatch: () => (large ??= owner.run(connectionId, largeQuery)),
    stop: async () => {
      await stopProcess(disconnectable);
      await proxy.disconnect();
      await balancer.stop();
      await service.stop();
      await swift.stop();
    },
  };
}

/** 18 MB. */
export const largeQuery = "select repeat('x', 1000000) as x from generate_series(1, 18)";

async function stopProcess(process: TestProcess): Promise<void> {
  process.kill('SIGKILL');
  await process.ended;
}

async function ask(
  base: string,
  operation: string,
  { path = {}, query = '', body, headers }: Sent,
  authorization: string | undefined,
): Promise<ReceivedAnswer> {
  const [method = '', template = ''] = operation.split(' ');
  const url = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const response = await fetch(`${base}${url}${query}`, {
    method,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** A connection to the test's target database. */
export const realConnection = ({ service }: ContractHarness): Record<string, unknown> =>
  targetConnection(service.target.url);

/** Signs in as the admin and returns the session cookie. */
export async function sessionCookie({ service }: ContractHarness): Promise<string> {
  const response = await service.admin.request('POST', '/api/signin', {
    email: adminEmail,
    password,
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Creates a user without a password and returns the invitation. */
export async function invited({
  service,
}: ContractHarness): Promise<{ id: string; email: string; passwordResetId: string }> {
  const email = `${randomUUID()}@example.com`;
  return service.admin.json('POST', '/api/users', { email, role: 'editor' });
}

/** Repeats a failing request until the operation returns 429. */
export async function untilTooMany(harness: ContractHarness, operation: string, sent: Sent) {
  await until(`${operation} is refused`, async () => {
    return (await harness.send(operation, sent)).status === 429;
  });
}
