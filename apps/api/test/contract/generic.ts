import { basic } from '../support.js';
import { ownerEmail, unknownCredentials, type ContractHarness, type Sent } from './harness.js';

const crossOrigin = { origin: 'https://other.example' };
/** Valid JSON that exceeds SERVICE_BODY_LIMIT. */
const tooLarge = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });

/**
 * Returns the request of an operation that leads to a status which a plugin adds to every operation; undefined if it needs
 * a separate row. It is refused before it changes anything, so all of them are made of one request.
 *
 * @param sent a request that would succeed
 */
export function genericRequest(
  operation: string,
  status: number,
  sent: Sent,
  { conformance, writingToken }: ContractHarness,
): Sent | undefined {
  const method = operation.split(' ')[0] ?? '';
  const declared = conformance.declared(operation);
  switch (status) {
    case 400:
      return { ...sent, query: '?x=%00' };
    case 401:
      return declared.security === undefined ? { ...sent, as: 'anonymous' } : undefined;
    case 403:
      if (method !== 'GET') return { ...sent, headers: { ...sent.headers, ...crossOrigin } };
      return isForTokens(declared)
        ? { ...sent, as: 'anonymous', headers: { authorization: `Bearer ${writingToken}` } }
        : { ...sent, as: 'other' };
    case 404:
      return { ...sent, path: { ...sent.path, id: '999999999' } };
    case 413:
      return { ...sent, body: tooLarge };
    default:
      return undefined;
  }
}

/** Only personal tokens are refused with 403. */
const isForTokens = (declared: { responses: Record<string, { description?: string }> }): boolean =>
  declared.responses['403']?.description?.startsWith('The personal token') === true;

/** Credentials of an account that is locked after too many failures. */
export const lockedCredentials = basic(`locked-${ownerEmail}`, 'wrong');

/** Replaces the credentials of operations that require any with credentials that are in no cache. */
export const withUnknownCredentials = (
  operation: string,
  sent: Sent,
  { conformance }: ContractHarness,
): Sent =>
  conformance.declared(operation).security === undefined
    ? {
        ...sent,
        as: 'anonymous',
        headers: { ...sent.headers, authorization: unknownCredentials() },
      }
    : sent;
