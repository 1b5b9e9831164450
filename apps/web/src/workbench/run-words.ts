import type { Batch, BatchStatus, lastQueuePlace } from '@sluice/contracts';

/** Why a run waits, in words. */
export const waits: Record<NonNullable<Batch['waitReason']>, string> = {
  no_worker: 'no worker is running',
  no_pool_worker: 'no worker of its pool is running',
  storage_full: 'the workers have no room for results',
  workers_busy: 'all workers are busy',
  target_full: 'the database accepts no more connections at present',
  connection_limit: 'the connection runs as much as it may',
  user_limit: 'you run as much as you may',
  tenant_limit: 'your organisation runs as much as it may',
  client_busy: 'the session runs something else',
};

/** Where places end: whoever is further back has this one, too. */
const lastPlace: typeof lastQueuePlace = 1_000;

/** A place in the queue. */
export const placeWords = (place: number): string =>
  place < lastPlace ? String(place) : `${lastPlace} or further back`;

/** The colour of each status. */
export const statusColours = {
  started: 'blue',
  finished: 'green',
  error: 'red',
  cancelled: 'gray',
} as const satisfies Record<BatchStatus, string>;

/** Each status in a word. */
export const statusWords: Record<BatchStatus, string> = {
  started: 'Running',
  finished: 'Finished',
  error: 'Failed',
  cancelled: 'Cancelled',
};
