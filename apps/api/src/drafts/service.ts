import type { Draft, DraftConflict, DraftListItem, WriteDraft } from '@sluice/contracts';
import {
  isUuid,
  type DraftLimits,
  type DraftRepository,
  type DraftRow,
  type DraftWrite,
} from '@sluice/database';
import { AppError, badRequest, notFound } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import { presentDraft, presentDraftHead } from './presenter.js';

/** Dependencies of the draft functions. */
export interface DraftDependencies {
  drafts: DraftRepository;
  limits: DraftLimits;
}

/** The result of a change: the draft, or the stored draft if it has another version. */
export type DraftChange<Done> =
  | { kind: 'done'; body: Done }
  | { kind: 'conflict'; body: DraftConflict };

/** Lists the principal's drafts. No other user can read them, not even an admin. */
export async function listDrafts(
  { drafts }: DraftDependencies,
  { id }: Principal,
): Promise<DraftListItem[]> {
  return (await drafts.list(id)).map(presentDraftHead);
}

/** Returns a draft of the principal. @throws AppError 400 if no passphrase decrypts it, 404 */
export async function getDraft(
  { drafts }: DraftDependencies,
  principal: Principal,
  id: string,
): Promise<Draft> {
  const draft = await drafts.find(principal.id, id);
  if (draft === null) throw notFound();
  if (draft === 'unreadable') throw unreadable();
  return presentDraft(draft);
}

/** Writes a draft unless it has changed since `version`. @throws AppError 400, 403, 404 */
export async function writeDraft(
  { drafts, limits }: DraftDependencies,
  principal: Principal,
  { version, ...draft }: Omit<DraftWrite, 'baseVersion'> & Pick<WriteDraft, 'version'>,
): Promise<DraftChange<Draft>> {
  if (!isUuid(draft.id)) {
    throw badRequest([{ path: 'id', message: 'must be a UUID in lower case' }]);
  }
  const result = await drafts.write(principal.id, { ...draft, baseVersion: version }, limits);
  switch (result.kind) {
    case 'written':
      return { kind: 'done', body: presentDraft(result.draft) };
    case 'conflict':
      return conflictWith(result.draft);
    case 'unreadable':
      throw unreadable();
    case 'missing':
      throw notFound();
    case 'limit':
      throw limitReached(limits);
  }
}

/** Deletes a draft; with `version`, only that version. @throws AppError 400, 404 */
export async function removeDraft(
  { drafts }: DraftDependencies,
  principal: Principal,
  { id, version }: { id: string; version: number | undefined },
): Promise<DraftChange<Record<string, never>>> {
  const result = await drafts.remove(principal.id, id, version);
  if (result === 'missing') throw notFound();
  if (result === 'unreadable') throw unreadable();
  return result === 'removed' ? { kind: 'done', body: {} } : conflictWith(result);
}

const conflictWith = (stored: DraftRow): { kind: 'conflict'; body: DraftConflict } => ({
  kind: 'conflict',
  body: {
    title: 'The draft was changed elsewhere',
    code: 'draft_changed',
    errors: [{ path: 'version', message: 'is not the current version' }],
    draft: presentDraft(stored),
  },
});

const unreadable = (): AppError =>
  new AppError(
    'draft_undecryptable',
    400,
    'This draft was encrypted with another SERVICE_PASSPHRASE. Restore the old passphrase as SERVICE_PASSPHRASE_PREVIOUS, or delete the draft.',
  );

function limitReached({ count, bytes }: DraftLimits): AppError {
  const parts = [
    ...(count === 0 ? [] : [`${count} drafts`]),
    ...(bytes === 0 ? [] : [`${bytes / 1e6} MB`]),
  ];
  return new AppError(
    'draft_limit',
    403,
    `Draft limit reached (${parts.join(' or ')}). Delete drafts that you do not need.`,
    { errors: [{ path: 'text', message: 'exceeds the draft limit' }] },
  );
}
