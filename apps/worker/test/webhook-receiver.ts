import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { webhookBodySchema, type WebhookBody } from '@sluice/contracts';

/** A received webhook, with verified signature and body. */
export interface ReceivedWebhook {
  id: string;
  path: string;
  body: WebhookBody;
  headers: NodeJS.Dict<string | string[]>;
}

/** Answers a webhook; a function that does nothing sends no answer. */
export type Answer = (webhook: ReceivedWebhook, response: ServerResponse) => void;

/** A real HTTP server that receives webhooks. */
export interface WebhookReceiver {
  url: string;
  /** All received webhooks, in order. */
  readonly received: ReceivedWebhook[];
  /** The highest number of concurrent requests to a path. */
  mostOpen(path: string): number;
  /** Problems of the requests. */
  readonly problems: string[];
  answer: Answer;
  close(): Promise<void>;
}

/** The verification that docs/how-to/receive-webhooks.md shows to receivers. */
function isSigned(secret: string, headers: NodeJS.Dict<string | string[]>, body: string): boolean {
  const [version, given = ''] = String(headers['webhook-signature']).split(',');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', secret).update(signed).digest();
  const actual = Buffer.from(given, 'base64');
  const isFresh = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300;
  return (
    isFresh &&
    version === 'v1' &&
    actual.length === expected.length &&
    timingSafeEqual(actual, expected)
  );
}

/** Starts on a free port; answers 204 unless told otherwise. */
export async function startWebhookReceiver(secret: string): Promise<WebhookReceiver> {
  const open = new Map<string, { now: number; most: number }>();
  const received: ReceivedWebhook[] = [];
  const problems: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then(
      (sent) => {
        const path = (request.url ?? '').replace(/\?.*$/, '');
        const count = open.get(path) ?? { now: 0, most: 0 };
        open.set(path, count);
        count.now += 1;
        count.most = Math.max(count.most, count.now);
        response.on('close', () => (count.now -= 1));
        if (!isSigned(secret, request.headers, sent)) problems.push(`${path}: not signed`);
        const body = webhookBodySchema.parse(JSON.parse(sent));
        if (body.id !== request.headers['webhook-id']) problems.push(`${path}: another id`);
        if (body.action !== request.headers['webhook-event'])
          problems.push(`${path}: another event`);
        const webhook = { id: body.id, path, body, headers: request.headers };
        received.push(webhook);
        receiver.answer(webhook, response);
      },
      (error: unknown) => problems.push(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    problems,
    mostOpen: (path) => open.get(path)?.most ?? 0,
    answer: (_webhook, response) => {
      response.writeHead(204).end();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return receiver;
}
