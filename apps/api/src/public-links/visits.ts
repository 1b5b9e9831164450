import type { Batch, LinkedBatch, OpenLink as OpenLinkBody } from '@sluice/contracts';
import { isUuid, type BatchLinkRepository, type BatchReads } from '@sluice/database';
import { forbidden, notFound } from '@sluice/errors';
import type { Audit } from '../audit/index.js';
import { batchOf, type Snapshots } from '../batches/index.js';
import type { SignInAttempts } from '../identity/local/index.js';
import type { PasswordHasher } from '../identity/password-hashing/index.js';
import { networkOf, type RateLimit } from '../limits/index.js';
import type { ReadableStatement } from '../statements/index.js';
import type { OpenLink, OpenLinks } from './open-links.js';

/** Dependencies of {@link createVisits}. */
export interface VisitDependencies {
  open: OpenLinks;
  links: Pick<BatchLinkRepository, 'markUsed'>;
  snapshots: Pick<Snapshots, 'get'>;
  reads: Pick<BatchReads, 'statement'>;
  passwords: Pick<PasswordHasher, 'verify'>;
  /** Counts wrong passwords by link and network. */
  attempts: SignInAttempts;
  /** Limits the links that a network opens per minute. */
  opening: RateLimit;
  /** Limits the requests of a network to a link per minute. */
  reading: RateLimit;
  audit: Pick<Audit, 'record'>;
  /** SERVICE_ALLOW_CSV_DOWNLOAD. */
  allowsDownloads: boolean;
}

/** A statement that a visitor reads, and the link that shows it. */
export interface VisitedStatement {
  link: OpenLink;
  statement: ReadableStatement;
}

/** Requests of visitors, who have a link and no account. */
export interface Visits {
  /**
   * Opens a link.
   *
   * @throws AppError 404 for an unknown or ended link; 403 `link_password`; 429
   */
  begin(body: OpenLinkBody, address: string): Promise<{ link: OpenLink; batch: LinkedBatch }>;
  /** Returns a statement whose rows the opened link shows. @throws AppError 404, 429 */
  statement(linkId: string, statementId: string, address: string): Promise<VisitedStatement>;
}

/** Creates the service of visits. */
export function createVisits(dependencies: VisitDependencies): Visits {
  const { open, links, snapshots, reads, opening, reading, audit, allowsDownloads } = dependencies;
  return {
    begin: async ({ token, password = null }, address) => {
      opening.admit(networkOf(address));
      const link = await open.byToken(token);
      await requirePassword(dependencies, link, { password, address });
      const snapshot = await snapshots.get(link.batchId);
      if (snapshot === null) throw notFound();
      await links.markUsed(link.id);
      await audit.record({ action: 'link.opened', ...linkEvent(link, address) });
      const allowDownload = link.allowDownload && allowsDownloads;
      return { link, batch: linkedBatch({ ...link, allowDownload }, batchOf(snapshot)) };
    },
    statement: async (linkId, statementId, address) => {
      if (!isUuid(linkId) || !isUuid(statementId)) throw notFound();
      const readerId = `link:${linkId}:${networkOf(address)}`;
      reading.admit(readerId);
      const link = await open.byId(linkId);
      const statement = await reads.statement(statementId);
      if (statement?.batchId !== link.batchId) throw notFound();
      return { link, statement: { ...statement, readerId, share: null, maxRows: link.maxRows } };
    },
  };
}

/** The fields that all events of a link have. */
export const linkEvent = ({ id: linkId, batchId, ownerId }: OpenLink, address: string) => ({
  actor: null,
  target: `batches/${batchId}`,
  address,
  detail: { linkId, ownerId },
});

async function requirePassword(
  { passwords, attempts, audit }: Pick<VisitDependencies, 'passwords' | 'attempts' | 'audit'>,
  link: OpenLink,
  { password, address }: { password: string | null; address: string },
): Promise<void> {
  if (link.passwordHash === null) return;
  if (password === null) throw forbidden('The link needs a password', 'link_password');
  const attempt = await attempts.begin(`link:${link.id}`, address);
  let isRight: boolean;
  try {
    isRight = await passwords.verify(password, link.passwordHash);
  } catch (error) {
    await attempt.abandoned();
    throw error;
  }
  if (isRight) return attempt.succeeded();
  await audit.record({ action: 'link.opened', outcome: 'refused', ...linkEvent(link, address) });
  throw forbidden('The password is wrong', 'link_password');
}

/** Visitors see neither SQL nor names of users and connections, and no error, which can contain SQL. */
function linkedBatch(link: OpenLink, batch: Batch): LinkedBatch {
  const { name, status, startTime, chart, statements } = batch;
  const { id: linkId, allowDownload, maxRows } = link;
  return {
    linkId,
    name,
    status,
    startTime,
    expiresAt: link.expiresAt.toISOString(),
    allowDownload,
    chart,
    statements: statements.flatMap(({ id, sequence, columns, rowCount, ...statement }) => {
      if (columns === null || statement.error !== null) return [];
      const storedRowCount = rowCount ?? 0;
      const isCut = maxRows !== null && maxRows < storedRowCount;
      return {
        id,
        sequence,
        status: statement.status,
        // The extremes can be values of rows that the link does not show.
        columns: isCut ? columns.map((column) => ({ ...column, min: null, max: null })) : columns,
        rowCount: isCut ? maxRows : storedRowCount,
        storedRowCount,
        incomplete: statement.incomplete === true,
      };
    }),
  };
}
