import { DriverError, type Handover } from '@sluice/driver-kit';
import { isRecord } from './answer.js';

/** A session in the form another process can resume. */
export interface HandedOver {
  /** The SDK's state: the tokens of the session. */
  state: object;
  /** The tokens are sent only to this server. */
  accessUrl: string;
  /** The command of the statement that was handed over. */
  command: string | null;
}

/** Returns the stored form. */
export const handoverOf = (executionId: string, session: HandedOver): Handover => ({
  executionId,
  session: { ...session },
});

/** Parses the output of {@link handoverOf}. @throws DriverError kind `connection` */
export function readHandover(session: Handover['session']): HandedOver {
  const { state, accessUrl, command } = session;
  if (!hasTokens(state) || typeof accessUrl !== 'string') {
    throw new DriverError('connection', 'not_run', 'The stored session is unreadable');
  }
  return { state, accessUrl, command: typeof command === 'string' ? command : null };
}

/** Returns a value that changes when the session's tokens are renewed; empty for an invalid state. */
export function tokensOf(state: unknown): string {
  if (!isRecord(state) || !isRecord(state['services'])) return '';
  const { sf } = state['services'];
  if (!isRecord(sf) || !isRecord(sf['tokenInfo'])) return '';
  const { sessionToken, masterToken } = sf['tokenInfo'];
  const isComplete = typeof sessionToken === 'string' && typeof masterToken === 'string';
  return isComplete ? `${sessionToken} ${masterToken}` : '';
}

const hasTokens = (state: unknown): state is object => tokensOf(state) !== '';
