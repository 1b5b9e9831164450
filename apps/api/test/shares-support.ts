import type { Batch, BatchShare } from '@sluice/contracts';
import { startService, type TestClient, type TestService } from '@sluice/testkit';
import type { Test } from 'tap';

/** Users of the tests by name, with their tenant. */
const tenants = {
  owner: 'red',
  shared: 'red',
  colleague: 'red',
  stranger: 'red',
  expired: 'red',
  revoked: 'red',
  spare: 'red',
  former: 'red',
  boss: 'red',
  chief: 'red',
  foreigner: 'blue',
} as const;

/** The name of a user of the tests. */
export type Person = keyof typeof tenants;

/** A service with a worker and two tenants. Only `owner`, `former` and admins may use the connection. */
export interface ShareHarness {
  service: TestService;
  as: Record<Person, TestClient>;
  idOf(name: Person): string;
  /** Runs SQL as a user and returns the finished batch. */
  run(name: Person, sql?: string): Promise<Batch>;
  /** Shares a batch with a user as its owner. */
  share(owner: Person, batch: Batch, body: Record<string, unknown>): Promise<BatchShare>;
}

const idOf = (name: Person): string => `${name}@example.com`;

export async function openShareHarness(
  t: Test,
  settings: Record<string, string> = {},
): Promise<ShareHarness> {
  const service = await startService({
    queue: 'redis',
    workersInProcess: true,
    settings: {
      SERVICE_TENANT_FIELD: 'data.org.name',
      SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
      ...settings,
    },
  });
  t.teardown(() => service.stop());
  const as = {} as Record<Person, TestClient>;
  for (const [name, tenant] of Object.entries(tenants) as [Person, string][]) {
    as[name] = await service.addEditor(idOf(name));
    await service.database.query(
      `update users set data = json_build_object('org', json_build_object('name', $2::text)),
         role = $3 where id = $1`,
      [idOf(name), tenant, name === 'boss' || name === 'chief' ? 'admin' : 'editor'],
    );
  }
  for (const name of ['owner', 'former'] as const) {
    const access = { connectionId: service.connectionId, userId: idOf(name) };
    await service.admin.json('POST', '/api/connection-accesses', access);
  }
  return {
    service,
    as,
    idOf,
    run: (name, sql = 'select 1 as one, 2 as two') => as[name].run(service.connectionId, sql),
    share: (owner, { id }, body) => as[owner].json('POST', `/api/batches/${id}/shares`, body),
  };
}

/** The ID of the first statement of a batch. */
export const statementOf = ({ statements }: Batch): string => statements[0]?.id ?? '';
