import { readFile } from 'node:fs/promises';
import type { Batch } from '@sluice/contracts';
import type { TestService } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import { run, untilRun } from '../../apps/web/test/support.js';
import { createLeanClient, type LeanClient } from '../client.js';
import { createWide } from '../result.js';
import { rounds, rowCount } from '../store.js';
import type { Figure } from '../table.js';
import { drawnAtMs, msFrom, spread } from './page.js';

const places = 50;
const lookEveryMs = 5;

/** Whether the visible rows fill the grid and no cell is empty. */
const isFilled = `(() => {
  const grid = document.querySelector('[role=grid]');
  const { top, bottom } = grid.getBoundingClientRect();
  const inSight = [...grid.querySelectorAll('[role=row][aria-rowindex]')].filter((row) => {
    const place = row.getBoundingClientRect();
    return place.bottom > top + 24 && place.top < bottom && row.ariaRowIndex !== '1';
  });
  return inSight.length >= (bottom - top) / 24 - 2 &&
    inSight.every((row) => [...row.querySelectorAll('[role=gridcell]')].every((cell) => cell.textContent !== ''));
})()`;

/** A result of 1,000,000 × 11: its first rows, random positions, and the memory. */
export async function measureRows(service: TestService, page: Page): Promise<Figure[]> {
  await createWide(service);
  const client = createLeanClient(service);
  const first: number[] = [];
  for (let round = 0; round < rounds; round++) first.push(await firstRowsMs(page, client, round));
  client.close();
  const grid = page.getByRole('grid');
  await grid.focus();
  const paged: number[] = [];
  const dragged: number[] = [];
  for (let count = 0; count < places; count++) {
    paged.push(await msFrom(page, 'keydown', isFilled, () => page.keyboard.press('PageDown')));
  }
  for (let count = 0; count < places; count++) {
    // The golden ratio: distant positions that are the same in each run.
    const part = (count * 0.618034) % 1;
    dragged.push(await msFrom(page, 'dragged', isFilled, () => page.evaluate(dragTo(part))));
  }
  return [
    ...spread('1M rows: stored to first rows on screen', first, '≤ 300 ms'),
    ...spread('1M rows: next page', paged, '≤ 300 ms'),
    ...spread('1M rows: scroll bar dragged to any place', dragged, '≤ 300 ms'),
    ...(await memoryFigures(page)),
  ];
}

/** Measures from when the API has rows until they are visible, on the page's clock. */
async function firstRowsMs(page: Page, client: LeanClient, round: number): Promise<number> {
  const sent = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/batches'),
  );
  const firstCell = `[role=row][aria-rowindex="2"] [aria-colindex="1"]`;
  const name = `round ${round}`;
  await page.getByRole('textbox', { name: 'SQL' }).click();
  const drawn = drawnAtMs(
    page,
    `document.querySelector('${firstCell}')?.textContent === '${name}'`,
  );
  await run(page, `select '${name}' as round, * from wide`);
  const batch = (await (await sent).json()) as Batch;
  const storedAtMs = await firstStoredAtMs(client, batch.statements[0]!.id);
  const shownMs = (await drawn) - storedAtMs;
  await untilRun(page, 'Finished');
  await untilRun(page, `${rowCount.toLocaleString('en')} rows`);
  return shownMs;
}

async function firstStoredAtMs(client: LeanClient, statementId: string): Promise<number> {
  for (;;) {
    const { status, body } = await client.send(
      'GET',
      `/api/statements/${statementId}/results?offset=0&limit=1`,
    );
    // An empty array has two characters.
    if (status === 200 && body.length > 2) return Date.now();
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** Moves through ten positions in as many frames, like a hand; the last one is measured. */
const dragTo = (part: number): string => `(async () => {
  const grid = document.querySelector('[role=grid]');
  const from = grid.scrollTop;
  const to = (grid.scrollHeight - grid.clientHeight) * ${part};
  for (let step = 1; step <= 10; step++) {
    await new Promise(requestAnimationFrame);
    if (step === 10) dispatchEvent(new Event('dragged'));
    grid.scrollTop = from + ((to - from) * step) / 10;
  }
})()`;

async function memoryFigures(page: Page): Promise<Figure[]> {
  const ofPage = await page.context().newCDPSession(page);
  const { usedSize } = await ofPage.send('Runtime.getHeapUsage');
  const ofBrowser = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await ofBrowser.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  // A spare renderer process is smaller.
  const own = Math.max(...(await Promise.all(renderers.map(({ id }) => ownBytes(id)))));
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  return [
    {
      what: "1M rows: memory of the page's process after it",
      value: megabytes(own),
      goal: '≤ 250 MB',
    },
    { what: '1M rows: of that, JavaScript heap', value: megabytes(usedSize) },
  ];
}

/**
 * Returns the private memory of a process, as Chromium's task manager counts it, without the shared program.
 */
async function ownBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) * 1024;
}
