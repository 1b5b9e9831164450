import { Agent, get, type IncomingMessage } from 'node:http';
import type { TestService } from '@sluice/testkit';

/** Event streams of one batch. */
export interface EventWatchers {
  /** Resolves when all of them have received its end. */
  ended: Promise<unknown>;
}

const atOnce = 50;

/** An object, because a promise inside a promise would be awaited with it. */
interface Opened {
  ended: Promise<void>;
}

/** Opens event streams, each of which has received the current state. */
export async function openWatchers(
  { baseUrl, admin }: TestService,
  batchId: string,
  count: number,
): Promise<EventWatchers> {
  const agent = new Agent({ keepAlive: false });
  const open = (): Promise<Opened> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: admin.authorization };
      const listen = (response: IncomingMessage): void => {
        const ended = new Promise<void>((end) => response.once('end', end));
        response.once('data', () => {
          resolve({ ended });
        });
        response.resume();
      };
      get(`${baseUrl}/api/batches/${batchId}/events`, { agent, headers }, listen).on(
        'error',
        reject,
      );
    });
  const ends: Promise<void>[] = [];
  while (ends.length < count) {
    const opened = Array.from({ length: Math.min(atOnce, count - ends.length) }, open);
    ends.push(...(await Promise.all(opened)).map(({ ended }) => ended));
  }
  return { ended: Promise.all(ends) };
}
