import type { Batch } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../http/reads.js';
import { shareReads } from './reads.js';

/** A run and its owner. */
export type SharedRun = Pick<Batch, 'id' | 'userId'>;

/** Returns whether the user can cancel and share a run. */
export function useManagesRun({ userId }: SharedRun): boolean {
  const { id, role } = useCurrentUser();
  return userId === id || role === 'admin';
}

/** Returns whether the user can read the rows of a visible run; undefined while it is unknown. */
export function useReadsRows({ id, userId }: SharedRun): boolean | undefined {
  const user = useCurrentUser();
  // Other users see a run by a share only; an admin sees every run.
  const isUnknown = userId !== user.id && user.role === 'admin';
  const shared = useQuery({ ...shareReads.sharedWithMe, enabled: isUnknown });
  if (!isUnknown) return true;
  return shared.isError ? false : shared.data?.some((batch) => batch.id === id);
}
