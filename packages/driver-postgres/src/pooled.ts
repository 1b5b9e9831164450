import { DriverError } from '@sluice/driver-kit';
import { leadingWords } from '@sluice/driver-kit/sql/leading-words';
import * as protocol from './protocol.js';
import { TransactionStatus } from './protocol.js';
import {
  emptyEnvelope,
  isOnlyAboutTransaction,
  mayEndTransaction,
  type Envelope,
  type Envelopes,
} from './read-only.js';
import { setForTransaction, type SessionSetting } from './session-settings.js';

/** Tells a user how to get a session that keeps its state. */
export const poolerHint =
  'Enter the host and port of the database itself instead of the pooler. If the pooler keeps one server connection ' +
  'for each session (pool_mode = session), say so in the connection.';

/**
 * Returns the envelopes of statements behind a transaction pooler. Settings apply to the statement's transaction only:
 * after it the pooler gives the server connection to another client, which would inherit anything else.
 *
 * Outside a user's transaction, all messages up to the statement's Sync are one implicit transaction. Poolers in
 * statement mode refuse an explicit one.
 */
export function pooledEnvelopes(settings: readonly SessionSetting[], readOnly: boolean): Envelopes {
  const guard = readOnly ? [{ name: 'transaction_read_only', value: 'on' }] : [];
  const all = [...settings, ...guard];
  const before = all.length === 0 ? [] : [protocol.run(setForTransaction(all))];
  const within: Envelope = { before, after: null };
  const enclosed: Envelope = {
    before: [protocol.run('begin'), ...before],
    after: [...protocol.run('commit'), protocol.sync],
  };
  /** The user's open transaction has the settings, some of which the user may have changed since. */
  let isSet = false;

  return (sql, status) => {
    const words = leadingWords(sql, 4, 'postgres').map((word) => word.toLowerCase());
    refuseSessionState(sql, words, status);
    if (status === TransactionStatus.failed) return emptyEnvelope;
    if (isOnlyAboutTransaction(sql)) {
      isSet = false;
      return emptyEnvelope;
    }
    if (status === TransactionStatus.open) {
      const wasSet = isSet;
      isSet = !transactionEnds.has(words[0]);
      return wasSet && !readOnly ? emptyEnvelope : within;
    }
    isSet = false;
    if (readOnly) return mayEndTransaction(sql) ? enclosed : within;
    return runsAlone(sql, words) ? emptyEnvelope : within;
  };
}

type Words = readonly (string | undefined)[];

/** After these the transaction has ended, or has lost settings: `ROLLBACK TO` and `AND CHAIN`. */
const transactionEnds = new Set<string | undefined>([
  'commit',
  'end',
  'rollback',
  'abort',
  'prepare',
]);

/** Commands whose effect stays on the server connection, or that remove what other clients have there. */
const sessionCommands = new Set<string | undefined>([
  'reset',
  'listen',
  'unlisten',
  'load',
  'discard',
  'deallocate',
]);

/** @throws DriverError outcome `not_run` for a statement whose effect outlives its transaction */
function refuseSessionState(sql: string, words: Words, status: number): void {
  const command = sessionStateOf(sql, words, status);
  if (command === null) return;
  throw new DriverError(
    'sql',
    'not_run',
    `${command} changes the session, and a transaction pooler gives the server connection to other clients`,
    { hint: command === 'SET' ? `Use SET LOCAL in a transaction. ${poolerHint}` : poolerHint },
  );
}

/** Literals, quoted names and comments, whose words are not commands. Dollar quotes stay, since DO has its commands there. */
const notCode = /'[^']*'|"[^"]*"|--[^\n\r]*|\/\*[^]*?\*\//g;

/** Returns whether the words occur outside of literals and comments. */
const has = (sql: string, words: RegExp): boolean => words.test(sql.replaceAll(notCode, ' '));

/** Parts of a query that change the session. */
const inQueries: readonly (readonly [name: string, words: RegExp])[] = [
  ['SELECT … INTO TEMPORARY', /\binto\s+(?:(?:local|global)\s+)?(?:temp|temporary)\s/i],
  ['set_config(…, false)', /\bset_config\s*\([^()]*,\s*false\s*\)/i],
  ['pg_advisory_lock', /\bpg_(?:try_)?advisory_lock(?:_shared)?\s*\(/i],
];

function sessionStateOf(sql: string, words: Words, status: number): string | null {
  const [first, second = ''] = words;
  if (sessionCommands.has(first)) return String(first).toUpperCase();
  if (first === 'set' && !['local', 'transaction', 'constraints'].includes(second)) return 'SET';
  if (first === 'prepare' && second !== 'transaction') return 'PREPARE';
  if (first === 'declare' && has(sql, /\bwith\s+hold\b/i)) return 'DECLARE … WITH HOLD';
  if (first === 'select' || first === 'with') {
    return inQueries.find(([, words]) => has(sql, words))?.[0] ?? null;
  }
  if (first !== 'create' || !isTemporary(words)) return null;
  const endsWithTransaction =
    status === TransactionStatus.open && has(sql, /\bon\s+commit\s+drop\b/i);
  return endsWithTransaction ? null : 'CREATE TEMPORARY';
}

function isTemporary([, second, third, fourth]: Words): boolean {
  const kind =
    second === 'or' && third === 'replace'
      ? fourth
      : ['global', 'local'].includes(second ?? '')
        ? third
        : second;
  return kind === 'temp' || kind === 'temporary';
}

/**
 * Commands that refuse a transaction block, and CALL, which may commit: PostgreSQL 18 refuses that after another command
 * of the same Sync. They run without the settings, so only the service's own timeout applies to them.
 */
const alone = new Set([
  'vacuum',
  'cluster',
  'reindex',
  'call',
  'create database',
  'drop database',
  'alter database',
  'create tablespace',
  'drop tablespace',
  'create subscription',
  'alter subscription',
  'drop subscription',
  'alter system',
  'commit prepared',
  'rollback prepared',
]);

function runsAlone(sql: string, words: Words): boolean {
  const [first = '', second = '', third, fourth] = words;
  if (alone.has(first) || alone.has(`${first} ${second}`)) return true;
  if (first === 'do') return has(sql, /\b(?:commit|rollback)\b/i);
  if (first === 'alter' && second === 'table') return has(sql, /\bdetach\b[^]*\bconcurrently\b/i);
  const afterIndex = second === 'unique' ? [third, fourth] : [second, third];
  return ['create', 'drop'].includes(first) && afterIndex.join(' ') === 'index concurrently';
}
