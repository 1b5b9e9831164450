/** What a notification tells. The payload is an id: of a batch, where nothing else is said. */
export const channels = {
  /** Something visible changed, and the batch goes on. */
  batchChanged: 'sluice_batch_changed',
  /** The batch is final. */
  batchEnded: 'sluice_batch_ended',
  cancelAsked: 'sluice_cancel',
  /** A batch waits, and the worker of this id has a free slot. */
  batchWaiting: 'sluice_batch_waiting',
  /** A worker request was answered; its id. */
  requestAnswered: 'sluice_request',
  /** The worker of the connection client of this id should look at it: it was closed, or a batch waits. */
  clientChanged: 'sluice_client',
  /** There is something new that webhooks are to tell; nothing more is said. */
  webhookWaiting: 'sluice_webhook',
} as const;

/** One of {@link channels}. */
export type Channel = (typeof channels)[keyof typeof channels];
