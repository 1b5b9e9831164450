import { randomUUID } from 'node:crypto';
import type { Batch } from '@sluice/contracts';
import {
  bucketSettings,
  createBucket,
  createConformance,
  redisUrl,
  servedByHeader,
  startBalancer,
  startProcess,
  startService,
  startSwift,
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
import { openCuttableWay } from './cuttable.js';

/** Who asks. */
export type Asking = 'admin' | 'owner' | 'other' | 'nobody';

/** A request of an operation; by the admin unless told otherwise. */
export interface Sent {
  /** Values of `{…}` in the path. */
  path?: Record<string, string>;
  /** With its `?`. */
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
  as?: Asking;
}

/** Makes a request, and what it is about, anew each time. */
export type MakeRequest = (world: ContractWorld) => Sent | Promise<Sent>;

/** How an operation is brought to each of its answers, other than by the ways that work for all. */
export interface Row {
  /** 200. */
  success: MakeRequest;
  /** By status. */
  others?: Partial<Record<number, MakeRequest>>;
}

/** The operations of one resource, such as `GET /api/users/{id}`. */
export type Area = Record<string, Row>;

/**
 * The real service as it is deployed for many, with people and a connection in it: two APIs behind nginx, results in
 * a bucket.
 */
export interface ContractWorld {
  service: TestService;
  /** The APIs, by their addresses, that have answered what was sent while all was well. */
  servedBy: Set<string>;
  conformance: Conformance;
  owner: TestClient;
  /** Ends every connection of the second API to the database. */
  cut(): Promise<void>;
  /** By nginx, to either API; or to a third that is about to be cut off. */
  send(operation: string, sent: Sent, where?: 'well' | 'cut off'): Promise<ReceivedAnswer>;
  /** A finished batch of the owner. */
  finishedBatch(): Promise<Batch>;
  stop(): Promise<void>;
}

export const ownerEmail = 'owner@example.com';
export const password = 'correct horse battery staple';
/** Nobody knows it, and it is another one each time: nothing that is remembered helps. */
export const stranger = (): string => basic(`${randomUUID()}@example.com`, password);

const adminEmail = 'admin@example.com';

export async function openContractWorld(): Promise<ContractWorld> {
  const swift = await startSwift();
  const settings = {
    ...bucketSettings(swift, await createBucket(swift)),
    SERVICE_TRUST_PROXY: '127.0.0.1',
    SERVICE_PASSPHRASE: randomUUID(),
    SERVICE_COOKIE_SECRET: randomUUID(),
    SERVICE_SERVICE_TOKEN_SECRET: randomUUID(),
    SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
  };
  const service = await startService({ queue: 'redis', settings });
  const { address: second = '' } = await service.startApi();
  const balancer = await startBalancer([service.baseUrl, second].map((url) => new URL(url).host));
  const [owner] = await Promise.all([
    service.addEditor(ownerEmail),
    service.addEditor('other@example.com'),
  ]);
  const { connectionId, database } = service;
  const access = { connectionId, userId: ownerEmail };
  await service.admin.json('POST', '/api/connection-accesses', access);
  const way = await openCuttableWay(database.url);
  const cutOff = await startProcess('api', {
    DATABASE_URL: way.url,
    REDIS_URL: redisUrl(),
    SERVICE_QUEUE_PREFIX: database.name,
    SERVICE_DB_PATH: service.folder,
    SERVICE_PORT: '0',
    SERVICE_PASSWORD_HASH_COST: '14',
    SERVICE_ADMIN: adminEmail,
    ...settings,
  });
  const document = await service.admin.json<OpenApiDocument>('GET', '/api/openapi.json');
  const authorizations: Record<Asking, string | undefined> = {
    admin: basic(adminEmail, password),
    owner: basic(ownerEmail, password),
    other: basic('other@example.com', password),
    nobody: undefined,
  };
  const servedBy = new Set<string>();
  return {
    service,
    servedBy,
    conformance: createConformance(document),
    owner,
    cut: way.cut,
    send: async (operation, sent, where = 'well') => {
      const base = where === 'well' ? balancer.url : (cutOff.address ?? '');
      const answer = await ask(base, operation, sent, authorizations[sent.as ?? 'admin']);
      if (where === 'well') servedBy.add(answer.headers.get(servedByHeader) ?? 'nobody');
      return answer;
    },
    finishedBatch: () => owner.run(connectionId, 'select 1 as n'),
    stop: async () => {
      await stopProcess(cutOff);
      await balancer.stop();
      await service.stop();
      await swift.stop();
    },
  };
}

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

/** A connection that really leads to the test's database. */
export const realConnection = ({ service }: ContractWorld): Record<string, unknown> =>
  targetConnection(service.target.url);

/** The cookie of somebody who has signed in. */
export async function sessionCookie({ service }: ContractWorld): Promise<string> {
  const answer = await service.admin.request('POST', '/api/signin', {
    email: adminEmail,
    password,
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** A user without a password, who has a link. */
export async function invited({
  service,
}: ContractWorld): Promise<{ id: string; email: string; passwordResetId: string }> {
  const email = `${randomUUID()}@example.com`;
  return service.admin.json('POST', '/api/users', { email, role: 'editor' });
}

/** Waits until an operation is refused for too many failures, each of which costs an attempt. */
export async function untilTooMany(world: ContractWorld, operation: string, sent: Sent) {
  await until(`${operation} is refused`, async () => {
    return (await world.send(operation, sent)).status === 429;
  });
}
