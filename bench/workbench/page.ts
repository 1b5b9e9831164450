import type { CDPSession, Page } from 'playwright-core';
import { percentile, ms, type Figure } from '../table.js';

/**
 * Returns a script that waits for a condition, checked once per frame, and one frame more, so that it is
 * drawn.
 */
const drawn = (condition: string): string => `new Promise((resolve) => {
  const look = () => requestAnimationFrame(${condition} ? resolve : look);
  look();
})`;

/**
 * Returns the time in epoch milliseconds at the frame after the first in which a condition holds.
 */
export const drawnAtMs = (page: Page, condition: string): Promise<number> =>
  page.evaluate<number>(`${drawn(condition)}.then(() => Date.now())`);

/**
 * Returns the milliseconds from an event in the page, caused by `act`, to the frame that shows a condition.
 */
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

/** Returns the CPU milliseconds of the page's main thread: scripts, styles, layout, painting. */
export async function workMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
}

/** Returns median and 95th percentile with the goal of both. */
export const spread = (what: string, values: number[], goal?: string): Figure[] =>
  ([0.5, 0.95] as const).map((share) => ({
    what: `${what}, ${share === 0.5 ? 'median' : 'p95'}`,
    value: ms(percentile(values, share)),
    ...(goal !== undefined && { goal }),
  }));
