/** Channels of PostgreSQL notifications. The payload is the ID of a batch unless stated otherwise. */
export const channels = {
  /** The batch or a statement changed; the batch has not ended. */
  batchChanged: 'sluice_batch_changed',
  /** The batch has ended. */
  batchEnded: 'sluice_batch_ended',
  /** A cancel was requested. */
  cancelAsked: 'sluice_cancel',
  /** A batch waits. Payload: ID of a worker with a free slot. */
  batchWaiting: 'sluice_batch_waiting',
  /** A worker request was answered. Payload: its ID. */
  requestAnswered: 'sluice_request',
  /** A connection client was closed, or a batch waits for it. Payload: ID of the client. */
  clientChanged: 'sluice_client',
  /** A webhook event was stored. The payload is empty. */
  webhookWaiting: 'sluice_webhook',
} as const;

/** One of {@link channels}. */
export type Channel = (typeof channels)[keyof typeof channels];
