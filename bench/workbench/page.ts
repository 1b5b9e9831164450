import type { CDPSession, Page } from 'playwright-core';
import { percentile, ms, type Figure } from '../table.js';

/** A script of the page that waits for a condition, looked at once a frame, and one frame more: it is drawn. */
const drawn = (condition: string): string => `new Promise((resolve) => {
  const look = () => requestAnimationFrame(${condition} ? resolve : look);
  look();
})`;

/** The clock's milliseconds at the frame after the first in which a condition holds. */
export const drawnAtMs = (page: Page, condition: string): Promise<number> =>
  page.evaluate<number>(`${drawn(condition)}.then(() => Date.now())`);

/** Milliseconds from an event in the page, which `act` brings about, to the frame that shows a condition. */
export async function msFrom(
  page: Page,
  event: string,
  condition: string,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(`globalThis.measured = new Promise((resolve) => {
    addEventListener('${event}', async () => {
      const startedAtMs = performance.now();
      await new Promise(requestAnimationFrame);
      await ${drawn(condition)};
      resolve(performance.now() - startedAtMs);
    }, { capture: true, once: true });
  }); undefined`);
  await act();
  return page.evaluate<number>('globalThis.measured');
}

/** Milliseconds that the main thread of the page has worked: scripts, styles, layout, painting. */
export async function workMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
}

/** Median and 95th percentile, the goal for both. */
export const spread = (what: string, values: number[], goal?: string): Figure[] =>
  ([0.5, 0.95] as const).map((share) => ({
    what: `${what}, ${share === 0.5 ? 'median' : 'p95'}`,
    value: ms(percentile(values, share)),
    ...(goal !== undefined && { goal }),
  }));
