import type { BatchRepository, ConnectionClientRepository } from '@sluice/database';

/** What somebody who may no longer do anything leaves behind. */
export interface UserWorkDependencies {
  clients: Pick<ConnectionClientRepository, 'list' | 'close' | 'endStranded'>;
  batches: Pick<BatchRepository, 'runningOf' | 'requestCancel'>;
}

/**
 * Closes the connection clients of a user and cancels what runs. What waits needs nothing: whoever claims it looks
 * at the user first.
 */
export async function endWorkOf(
  { clients, batches }: UserWorkDependencies,
  userId: string,
  byUserId: string,
): Promise<void> {
  for (const client of await clients.list()) {
    if (client.userId === userId) await clients.close(client.id, 'user_inactive', byUserId);
  }
  for (const id of await batches.runningOf(userId)) await batches.requestCancel(id, byUserId);
  await clients.endStranded();
}
