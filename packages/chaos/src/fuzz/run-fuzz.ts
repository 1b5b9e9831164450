import { createConformance, type OpenApiDocument } from '@sluice/testkit';
import type { CheckResult } from '../checker/rule.js';
import { createRandom } from '../plan/random.js';
import { openFleet } from '../world/fleet.js';
import { queryOnce } from '../world/postgres-server.js';
import { waitFor } from '../world/wait-for.js';
import { judge } from './judge.js';
import { knownTexts } from './known-texts.js';
import { checkInvariants } from './invariants.js';
import { createPrincipals } from './people.js';
import { createIdPool, type IdPool } from './id-pool.js';
import { createRequestMaker, type FuzzRequest } from './requests.js';
import { createSender } from './send.js';

/** Options of {@link runFuzz}. */
export interface FuzzOptions {
  serviceServer: string;
  targetServer: string;
  requests: number;
  seed: number;
  concurrency: number;
  /** Called from time to time with the number of answered requests. */
  onProgress?: (answered: number) => void;
}

/** A request with an invalid response. */
export interface FuzzFinding {
  request: FuzzRequest;
  problems: string[];
}

/** The result of a run. */
export interface FuzzReport {
  findings: FuzzFinding[];
  checks: CheckResult[];
  /** The number of responses by status. */
  statuses: Map<number, number>;
  /** Operations that were answered with 200 at least once. */
  succeeded: Set<string>;
  operations: string[];
  /** Log lines of level error. */
  errorLines: string[];
}

/** Sends random requests of every operation to a real service and checks what they leave. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const fleet = await openFleet({
    serviceServer: options.serviceServer,
    targetServer: options.targetServer,
    apis: 1,
    workers: 1,
    settings: {
      SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
      SERVICE_MAX_QUEUED_PER_TENANT: '100000',
    },
  });
  try {
    const { connectionId, clients, apis, workers } = fleet;
    const [admin] = clients;
    const [api] = apis;
    const [worker] = workers;
    if (admin === undefined || api === undefined || worker === undefined)
      throw new Error('The fleet is missing');
    const processes = [await api.ready(), await worker.ready()];
    const executors = processes[1]?.children();
    const baseUrl = processes[0]?.address ?? '';
    const document = await admin.json<OpenApiDocument>('GET', '/api/openapi.json');
    const { people, protectedIds } = await createPrincipals(admin, connectionId);
    const report = await send(options, {
      document,
      people,
      pool: createIdPool(protectedIds),
      baseUrl,
      target: new URL(fleet.targetUrl),
      connectionId,
    });
    await settle(fleet.databaseUrl);
    const checks = await checkInvariants(fleet.databaseUrl, fleet.results);
    const same =
      api.current() === processes[0] &&
      worker.current() === processes[1] &&
      String(worker.current()?.children()) === String(executors);
    checks.push({
      name: 'F10',
      rule: 'no process has ended',
      looked: 2,
      violations: same ? [] : [api.output().slice(-2_000), worker.output().slice(-2_000)],
    });
    // Not with the admin's password: many have been guessed.
    const looks = ['/api/ready', '/api/users', '/api/batches'].map((path) =>
      fetch(`${baseUrl}${path}`, { headers: people.admin }),
    );
    checks.push({
      name: 'F11',
      rule: 'the service is ready and answers authorized requests',
      looked: looks.length,
      violations: (await Promise.all(looks))
        .filter(({ status }) => status !== 200)
        .map(({ status, url }) => `${url}: ${status}`),
    });
    const errorLines = api
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":50'));
    return { ...report, checks, errorLines };
  } finally {
    await fleet.close();
  }
}

interface EvidenceSource {
  document: OpenApiDocument;
  people: Awaited<ReturnType<typeof createPrincipals>>['people'];
  pool: IdPool;
  baseUrl: string;
  target: URL;
  connectionId: string;
}

async function send(
  { requests, seed, concurrency, onProgress = () => undefined }: FuzzOptions,
  { document, people, pool, baseUrl, target, connectionId }: EvidenceSource,
): Promise<Omit<FuzzReport, 'checks' | 'errorLines'>> {
  const conformance = createConformance(document);
  const known = knownTexts(pool, target, connectionId);
  const make = createRequestMaker({
    document,
    conformance,
    random: createRandom(seed),
    pool,
    known,
  });
  const sender = createSender(baseUrl, people);
  const findings: FuzzFinding[] = [];
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < requests) {
      const request = make(++next);
      const answer = await sender.send(request).catch((error: unknown) => String(error));
      const problems = judge(conformance, request, answer);
      if (problems.length > 0) findings.push({ request, problems });
      if (typeof answer === 'string') continue;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 200) {
        succeeded.add(request.operation);
        // Compressed bytes may start like a list.
        if (request.headers['accept-encoding'] === undefined) {
          pool.learn(request.operation, answer.body);
        }
      }
      if (request.number % 1_000 === 0) onProgress(request.number);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  sender.close();
  return { findings, statuses, succeeded, operations: conformance.operations };
}

const settle = (databaseUrl: string): Promise<void> =>
  waitFor(
    'every batch is final',
    async () => {
      const open = await queryOnce(databaseUrl, `select id from batches where status = 'started'`);
      return open.length === 0;
    },
    120_000,
    // A batch that is not final by then violates a rule below.
  ).then(
    () => undefined,
    () => undefined,
  );
