import { createHmac } from 'node:crypto';

/** The signed content: the event's id, the time of sending in seconds, and the body as sent. */
export interface SignedMessage {
  id: string;
  timestamp: number;
  body: string;
}

/** Standard Webhooks writes a secret as Base64 behind this prefix. */
const BASE64_PREFIX = 'whsec_';

/**
 * Returns the headers of Standard Webhooks 1.0: HMAC-SHA256 over `<id>.<timestamp>.<body>`, in Base64.
 */
export function signedHeaders(
  secret: string,
  { id, timestamp, body }: SignedMessage,
): Record<string, string> {
  const key = secret.startsWith(BASE64_PREFIX)
    ? Buffer.from(secret.slice(BASE64_PREFIX.length), 'base64')
    : Buffer.from(secret);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
