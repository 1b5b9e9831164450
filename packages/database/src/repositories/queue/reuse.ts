import { createHash } from 'node:crypto';
import type { Database } from '../../client.js';
import { queryRow, sqlQuery } from '../../query.js';
import { idRow } from '../../rows.js';
import type { TemplateUser } from '../../template.js';
import type { ConnectionRow } from '../connections/connections.js';
import { parametersColumn, type StoredParameters } from './stored-parameters.js';

/** Everything that the rows of a read-only run depend on, besides the data that it reads. */
export interface ReuseInputs {
  /**
   * The principals that may reuse the run: the user of the batch; for a run on the access of another user everyone of a
   * tenant, where null is all users.
   */
  callers: { user: string } | { tenant: string | null };
  /** The user whose access the batch uses, with the values that connection templates contain. */
  user: TemplateUser;
  /** `version` grows with every change of the connection. A later connection can have the ID of a deleted one. */
  connection: Pick<ConnectionRow, 'id' | 'version' | 'createdAt'>;
  /** The text that is executed. */
  text: string;
  /** Values of the placeholders, with those of the user. */
  parameters: StoredParameters | undefined;
  /** Maximum rows of a result by the token; null: no limit. */
  maxRows: number | null;
}

/** Returns the value of `batches.reuse_key`: different inputs have different keys. */
export const reuseKey = ({
  callers,
  user,
  connection,
  text,
  parameters,
  maxRows,
}: ReuseInputs): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        callers,
        [user.id, user.email, user.name, user.role, user.data],
        [connection.id, connection.version, connection.createdAt],
        text,
        parametersColumn(parameters),
        maxRows,
      ]),
    )
    .digest('base64');

/** Lets a user who reuses a run of another user read it. */
export async function addReuse(database: Database, batchId: string, userId: string): Promise<void> {
  await database.$executeRaw`
    insert into batch_reuses (batch_id, user_id)
    select b.id, ${userId} from batches b where b.id = ${batchId}::uuid
    on conflict do nothing`;
}

/** Returns the ID of the batch that may be reused; see find-reusable-batch.sql. */
export async function findReusable(
  database: Database,
  key: string,
  maxAgeSeconds: number,
): Promise<string | null> {
  const query = sqlQuery('findReusableBatch', { reuseKey: key, maxAgeSeconds });
  return (await queryRow(database, idRow, query))?.id ?? null;
}
