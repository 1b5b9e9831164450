import { DriverError, type Handover } from '@sluice/driver-kit';
import { isRecord } from './answer.js';

/** A session as another process needs it. */
export interface HandedOver {
  /** The client's own state: the tokens of the session. */
  state: object;
  /** The tokens are sent nowhere else. */
  accessUrl: string;
  /** What the statement is called that was handed over with it. */
  command: string | null;
}

/** The form that is stored. */
export const handoverOf = (executionId: string, session: HandedOver): Handover => ({
  executionId,
  session: { ...session },
});

/** Reads what {@link handoverOf} wrote. @throws DriverError kind `connection` */
export function readHandover(session: Handover['session']): HandedOver {
  const { state, accessUrl, command } = session;
  if (!hasTokens(state) || typeof accessUrl !== 'string') {
    throw new DriverError(
      'connection',
      'not_run',
      'The session that was handed over is unreadable',
    );
  }
  return { state, accessUrl, command: typeof command === 'string' ? command : null };
}

/** Changes when the session's tokens are renewed; empty for what is no state. */
export function tokensOf(state: unknown): string {
  if (!isRecord(state) || !isRecord(state['services'])) return '';
  const { sf } = state['services'];
  if (!isRecord(sf) || !isRecord(sf['tokenInfo'])) return '';
  const { sessionToken, masterToken } = sf['tokenInfo'];
  const isComplete = typeof sessionToken === 'string' && typeof masterToken === 'string';
  return isComplete ? `${sessionToken} ${masterToken}` : '';
}

const hasTokens = (state: unknown): state is object => tokensOf(state) !== '';
