import { createHmac } from 'node:crypto';

/** What is signed: the id of the event, when it is sent (seconds), and the body as it is sent. */
export interface SignedMessage {
  id: string;
  timestamp: number;
  body: string;
}

/** A secret may be given as Standard Webhooks write it: bytes in Base64 behind this. */
const base64Mark = 'whsec_';

/** The headers of Standard Webhooks 1.0: HMAC-SHA256 over `<id>.<timestamp>.<body>`, in Base64. */
export function signedHeaders(
  secret: string,
  { id, timestamp, body }: SignedMessage,
): Record<string, string> {
  const key = secret.startsWith(base64Mark)
    ? Buffer.from(secret.slice(base64Mark.length), 'base64')
    : Buffer.from(secret);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
