import type { TestService } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import { type } from '../../apps/web/test/support.js';
import { createManyTables, tableCount } from '../schema.js';
import type { Figure } from '../table.js';
import { drawnAtMs, msFrom, spread } from './page.js';

const firstTable = `document.querySelector('[role=treeitem][data-kind=table]')`;
const countShown = `document.querySelector('[role=treeitem][data-kind=schema] small')?.textContent`;
const completion = `document.querySelector('.cm-tooltip-autocomplete li')`;
const searched = ['table_4321', 'column_17', '999', 'public.table_77'];

const names = Array.from({ length: tableCount }, (_, index) => `table_${index}`);
const columnNames = Array.from({ length: 20 }, (_, index) => `column_${index}`).join('\n');

/** Returns how many tables a search finds, like the tree. */
function countOf(search: string): number {
  const own = search.startsWith('public.') ? search.slice('public.'.length) : search;
  return columnNames.includes(own) ? tableCount : names.filter((name) => name.includes(own)).length;
}

/** A schema of 10,000 tables: opening, searching and completing. */
export async function measureTree(service: TestService, page: Page): Promise<Figure[]> {
  await service.target.query('drop table if exists wide');
  await createManyTables(service.target);
  await service.admin.json('GET', `/api/connections/${service.connectionId}/schema?reload=true`);
  const opened: number[] = [];
  const keys: number[] = [];
  const completed: number[] = [];
  for (let round = 0; round < 3; round++) {
    opened.push(await openedMs(page));
    for (const search of searched) keys.push(...(await searchKeysMs(page, search)));
    completed.push(...(await completionMs(page)));
  }
  return [
    ...spread('10,000 tables: tree asked for to tree shown', opened, '≤ 500 ms'),
    ...spread('10,000 tables: a key of a search', keys, '≤ 100 ms'),
    ...spread('10,000 tables: a key to the names it completes', completed, '≤ 200 ms'),
  ];
}

/** Measures from the request for the cached schema to its first table on screen. */
async function openedMs(page: Page): Promise<number> {
  await page.reload({ waitUntil: 'commit' });
  const drawn = await drawnAtMs(page, firstTable);
  const asked = await page.evaluate<number>(
    `performance.timeOrigin + performance.getEntriesByType('resource')
      .find(({ name }) => name.endsWith('/schema')).startTime`,
  );
  return drawn - asked;
}

async function searchKeysMs(page: Page, search: string): Promise<number[]> {
  const field = page.getByLabel('Search tables and columns');
  await field.fill('');
  await drawnAtMs(page, `${countShown} === '${tableCount}'`);
  await field.focus();
  const times: number[] = [];
  for (let length = 1; length <= search.length; length++) {
    const typed = search.slice(0, length);
    // A name that ends with a period matches all tables of its schema.
    const count = countOf(typed);
    const shown = count === 0 ? `${countShown} === undefined` : `${countShown} === '${count}'`;
    times.push(
      await msFrom(page, 'keydown', shown, () => page.keyboard.press(search[length - 1]!)),
    );
  }
  await field.fill('');
  return times;
}

async function completionMs(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const [before, key] of [
    ['select * from ', 't'],
    ['select * from table_4321 where ', 'c'],
    ['select x. from table_4321 x', '.'],
  ] as const) {
    await type(page, before);
    if (key === '.') {
      await page.keyboard.press('Control+Home');
      for (let step = 0; step < 'select x.'.length; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Backspace');
    }
    await page.keyboard.press('Escape');
    times.push(await msFrom(page, 'keydown', completion, () => page.keyboard.press(key)));
    await page.keyboard.press('Escape');
    await drawnAtMs(page, `!${completion}`);
  }
  return times;
}
