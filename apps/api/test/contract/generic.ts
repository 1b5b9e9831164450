import { basic } from '../support.js';
import {
  ownerEmail,
  unknownCredentials,
  type ContractHarness,
  type MakeRequest,
  type Row,
} from './harness.js';

const crossOrigin = { origin: 'https://other.example' };
/** Valid JSON that exceeds SERVICE_BODY_LIMIT. */
const tooLarge = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });

/** Returns a request that leads to a status which a plugin adds to every operation; undefined if it needs a separate row. */
export function genericRequest(
  operation: string,
  status: number,
  { success }: Row,
  harness: ContractHarness,
): MakeRequest | undefined {
  const method = operation.split(' ')[0] ?? '';
  const declared = harness.conformance.declared(operation);
  switch (status) {
    case 400:
      return async (each) => ({ ...(await success(each)), query: '?x=%00' });
    case 401:
      return declared.security === undefined
        ? async (each) => ({ ...(await success(each)), as: 'anonymous' })
        : undefined;
    case 403:
      if (method === 'GET' && isForTokens(declared)) {
        return async (each) => ({
          ...(await success(each)),
          as: 'anonymous',
          headers: { authorization: `Bearer ${each.writingToken}` },
        });
      }
      if (method === 'GET') return async (each) => ({ ...(await success(each)), as: 'other' });
      return async (each) => {
        const sent = await success(each);
        return { ...sent, headers: { ...sent.headers, ...crossOrigin } };
      };
    case 404:
      return async (each) => {
        const sent = await success(each);
        return { ...sent, path: { ...sent.path, id: '999999999' } };
      };
    case 413:
      return async (each) => ({ ...(await success(each)), body: tooLarge });
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
export async function withUnknownCredentials(
  operation: string,
  { success }: Row,
  harness: ContractHarness,
): Promise<Awaited<ReturnType<MakeRequest>>> {
  const sent = await success(harness);
  if (harness.conformance.declared(operation).security !== undefined) return sent;
  return {
    ...sent,
    as: 'anonymous',
    headers: { ...sent.headers, authorization: unknownCredentials() },
  };
}
