import type { Draft, DraftConflict, DraftListItem, WriteDraft } from '@sluice/contracts';
import { ApiError, call } from '../http/client.js';

/** A request without a response blocks the draft of its tab until then. */
const TIMEOUT_MS = 10_000;

/**
 * The outcome of a write. `conflict` holds the stored draft, which another browser wrote. `missing`: the draft was
 * deleted. `unreadable`: no passphrase of the service decrypts the stored draft. `refused`: the service does not store
 * this text.
 */
export type WriteOutcome =
  | { kind: 'written'; draft: Draft }
  | { kind: 'conflict'; draft: Draft }
  | { kind: 'missing' }
  | { kind: 'unreadable' }
  | { kind: 'refused'; reason: string };

/** Lists the user's drafts in the order of their tabs. @throws ApiError */
export const listDrafts = (): Promise<DraftListItem[]> =>
  call('GET', '/api/drafts', { signal: AbortSignal.timeout(TIMEOUT_MS) });

/** Reads a draft; null if it was deleted or no passphrase of the service decrypts it. @throws ApiError */
export const readDraft = (id: string): Promise<Draft | null> =>
  call<Draft>('GET', pathOf(id), { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && (error.status === 404 || isUnreadable(error))) return null;
      throw error;
    },
  );

/**
 * Writes a draft unless its version differs from `body.version`. With `keepalive` the browser sends it even if the
 * page closes; it then has at most 64 KB.
 *
 * @throws ApiError, except for outcomes; also when the request times out
 */
export async function putDraft(
  id: string,
  body: WriteDraft,
  keepalive = false,
): Promise<WriteOutcome> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const draft = await call<Draft>('PUT', pathOf(id), { body, signal, keepalive });
    return { kind: 'written', draft };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409) return { kind: 'conflict', draft: draftIn(error) };
    if (error.status === 404) return { kind: 'missing' };
    if (isUnreadable(error)) return { kind: 'unreadable' };
    if ([400, 403, 413].includes(error.status)) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

/** Deletes a version of a draft. A draft with another version stays. @throws ApiError */
export async function deleteDraft(id: string, version: number): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await call('DELETE', `${pathOf(id)}?version=${version}`, { signal, keepalive: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (![404, 409].includes(error.status) && !isUnreadable(error)) throw error;
  }
}

const pathOf = (id: string): string => `/api/drafts/${id}`;

const isUnreadable = ({ body }: ApiError): boolean => body.code === 'draft_undecryptable';

const draftIn = ({ body }: ApiError): Draft => (body as DraftConflict).draft;
