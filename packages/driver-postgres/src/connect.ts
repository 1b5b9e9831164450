import { DriverError, type SessionOptions } from '@sluice/driver-kit';
import { establish } from '@sluice/driver-kit/connect/establish';
import { leadingWord } from '@sluice/driver-kit/sql/leading-words';
import { refusalCodes } from './errors.js';
import { exchange, type QueryResponse } from './exchange.js';
import { identityQuery, type Identity } from './handle.js';
import { poolerHint } from './pooled.js';
import { TransactionStatus } from './protocol.js';
import {
  clientCheckOf,
  lastOfEach,
  ownSettings,
  pooledSettings,
  READ_ONLY_DEFAULT,
  setForSession,
  setForTransaction,
  setting,
  withAlternatives,
  type SessionSetting,
} from './session-settings.js';
import type { Settings } from './settings.js';
import { start, type Started } from './startup.js';
import { exchangeFirst } from './suspension.js';

/** A session that is set up. */
export interface Opened extends Started, Identity {
  /** Settings that the server accepts: of the session, or of each statement's transaction behind a pooler. */
  settings: readonly SessionSetting[];
}

/** Opens a session and sets it up in one more round trip. @throws DriverError outcome `not_run` */
export const open = (settings: Settings, options: SessionOptions): Promise<Opened> =>
  establish(options, {
    refusalCodes,
    host: settings.host,
    start: (startOptions) => start(settings, startOptions),
    setUp: (started) => setUp(started, settings, options),
  });

/**
 * Returns the SQL condition that this session has its own backend. A pooler invents the pid of BackendKeyData. The
 * server compares it in the same query that sets something, so a pooler needs no additional round trip to be found,
 * and nothing is set behind it.
 */
const ownBackend = ({ processId }: Started, { hasOwnBackend }: Settings): string =>
  hasOwnBackend ? 'true' : `pg_catalog.pg_backend_pid() = ${String(processId)}`;

/** Statements that have the same effect after another statement of the same text. */
const joinable = new Set(['set', 'reset', 'select']);

async function setUp(
  started: Started,
  settings: Settings,
  options: SessionOptions,
): Promise<Opened> {
  const { socket, processId } = started;
  const { preQueryStatements: first, hasOwnBackend } = settings;
  const own = ownBackend(started, settings);
  const wanted = ownSettings(options);
  const conditional = wanted.map((each) => `case when ${own} then ${setting(each, false)} end`);
  const checks = clientCheck(started).map((each) => `select ${setting(each, false)} where ${own}`);
  const isJoined = joinable.has(leadingWord(first, 'postgres'));
  const [identity, setup, ...others] = await exchangeFirst(socket, [
    identityQuery,
    `select ${[own, ...conditional].join(', ')}`,
    ...checks,
    // The division by zero keeps the statements from another backend.
    ...(isJoined ? [`select 1 / (${own})::integer; ${first}`] : []),
  ]);
  const answer = setup?.error ? (await exchange(socket, [`select ${own}`]))[0] : setup;
  if (answer?.rows[0]?.[0] !== 't') return pooled(started, settings, options);
  const accepted = setup?.error ? await acceptedOf(started, wanted, false) : wanted;
  if (isJoined) throwIfFailed(others.at(-1));
  else if (first !== '') throwIfFailed((await exchange(socket, [first]))[0]);
  const [pid, backendStart] = identity?.rows[0] ?? [];
  const isKnown = pid != null && backendStart != null;
  return {
    ...started,
    backend: isKnown && (hasOwnBackend || pid === String(processId)) ? { pid, backendStart } : null,
    settings: accepted,
    isPooled: false,
  };
}

const clientCheck = ({ socket }: Started): SessionSetting[] => clientCheckOf(socket.serverVersion);

async function pooled(
  started: Started,
  { preQueryStatements }: Settings,
  options: SessionOptions,
): Promise<Opened> {
  if (preQueryStatements !== '') {
    throw new DriverError(
      'connection',
      'not_run',
      'Statements to run first need a separate session, and this connection goes through a transaction pooler',
      { hint: poolerHint },
    );
  }
  const wanted = pooledSettings(options, started.socket);
  const settings = await acceptedOf(started, wanted, true);
  return { ...started, backend: null, settings, isPooled: true };
}

/**
 * Tries each setting separately, so that one that the server refuses does not affect the others. Returns those that it
 * accepts. @throws DriverError if a session cannot be made read-only
 */
async function acceptedOf(
  { socket }: Started,
  wanted: readonly SessionSetting[],
  isLocal: boolean,
): Promise<SessionSetting[]> {
  const tried = withAlternatives(wanted);
  const responses = await exchange(
    socket,
    tried.map((each) => (isLocal ? setForTransaction([each]) : setForSession(each))),
  );
  for (const [index, { name }] of tried.entries()) {
    if (name === READ_ONLY_DEFAULT) throwIfFailed(responses[index]);
  }
  return lastOfEach(tried.filter((_, index) => responses[index]?.error === null));
}

function throwIfFailed(response: QueryResponse | undefined): void {
  if (response?.error) throw response.error;
}

/**
 * Resets an idle session. Returns false if the reset is incomplete: the effect of statements to run first is unknown,
 * and behind a pooler an open transaction ends only with the connection.
 *
 * @throws DriverError if the server refuses or the session is lost
 */
export async function reset(opened: Opened, { preQueryStatements }: Settings): Promise<boolean> {
  const { socket, settings, isPooled } = opened;
  if (preQueryStatements !== '') return false;
  if (isPooled) return socket.transactionStatus === TransactionStatus.idle;
  const [discarded, set] = await exchange(socket, [
    'DISCARD ALL',
    settings.map(setForSession).join('; '),
    ...clientCheck(opened).map(setForSession),
  ]);
  throwIfFailed(discarded);
  throwIfFailed(set);
  return true;
}
