import { basic } from '../support.js';
import { ownerEmail, stranger, type ContractWorld, type MakeRequest, type Row } from './world.js';

const elsewhere = { origin: 'https://elsewhere.example' };
/** A byte more than SERVICE_BODY_LIMIT lets in, and JSON all the same. */
const tooLarge = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });

/**
 * How any operation comes to a status, since all have it by the same plugin; undefined where only its row
 * can tell.
 */
export function genericRequest(
  operation: string,
  status: number,
  { success }: Row,
  world: ContractWorld,
): MakeRequest | undefined {
  const method = operation.split(' ')[0] ?? '';
  const declared = world.conformance.declared(operation);
  switch (status) {
    case 400:
      return async (each) => ({ ...(await success(each)), query: '?x=%00' });
    case 401:
      return declared.security === undefined
        ? async (each) => ({ ...(await success(each)), as: 'nobody' })
        : undefined;
    case 403:
      if (method === 'GET') return async (each) => ({ ...(await success(each)), as: 'other' });
      return async (each) => {
        const sent = await success(each);
        return { ...sent, headers: { ...sent.headers, ...elsewhere } };
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

/** As somebody who has failed too often; the owner is known under another password. */
export const asLocked = basic(`locked-${ownerEmail}`, 'wrong');

/** The request with credentials that nobody remembers, where any are asked for. */
export async function asStranger(
  operation: string,
  { success }: Row,
  world: ContractWorld,
): Promise<Awaited<ReturnType<MakeRequest>>> {
  const sent = await success(world);
  if (world.conformance.declared(operation).security !== undefined) return sent;
  return { ...sent, as: 'nobody', headers: { ...sent.headers, authorization: stranger() } };
}
