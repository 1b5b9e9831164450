import { openChromium } from '@sluice/testkit';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import t from 'tap';
import { serveReplayPage } from './replay/serve.js';
import { clearEditor, editorText } from './support.js';

const dialects = ['postgres', 'mysql', 'sqlite', 'duckdb', 'snowflake', 'bigquery'];

/** Typing is mostly waiting, so several pages type in parallel. */
const PAGES_PER_DIALECT = 2;

/** Milliseconds between keys; the range of human typing. */
const pace = { min: 40, max: 120 };

/** Returns the queries of a dialect. */
async function queriesOf(dialect: string): Promise<string[]> {
  const file = path.join(import.meta.dirname, 'typed-queries', `${dialect}.sql`);
  return (await readFile(file, 'utf8')).trimEnd().split('\n----\n');
}

/** Types key by key, with Enter at each line end; the pace of each key is fixed by its position. */
async function typeKeys(page: Page, text: string): Promise<void> {
  for (const [index, key] of Array.from(text).entries()) {
    const delay = pace.min + ((index * 37) % (pace.max - pace.min + 1));
    await page.keyboard.type(key, { delay });
  }
}

t.test('typing 200 queries in six dialects inserts exactly the typed text', async (t) => {
  const [served, browser] = await Promise.all([serveReplayPage(), openChromium()]);
  t.teardown(() => Promise.all([browser.close(), served.stop()]));
  const corrupted: string[] = [];
  const problems: string[] = [];
  let [typed, lists] = [0, 0];
  const open = async (dialect: string): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 700, height: 400 } });
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`${served.url}?dialect=${dialect}`);
    await page.getByRole('textbox', { name: 'SQL' }).waitFor();
    return page;
  };
  const typeOn = async (page: Page, dialect: string, waiting: string[]): Promise<void> => {
    for (let query = waiting.shift(); query !== undefined; query = waiting.shift()) {
      await clearEditor(page);
      await typeKeys(page, query);
      const text = await editorText(page);
      if (text !== query) corrupted.push(`${dialect}:\n${query}\nbecame\n${text}`);
      typed++;
    }
    lists += Number((await page.locator('body').getAttribute('data-lists')) ?? 0);
    await page.close();
  };
  // All pages load before any types: on a busy machine, loading would take too long.
  const opened: { dialect: string; page: Page }[] = [];
  for (const dialect of dialects) {
    for (let n = 0; n < PAGES_PER_DIALECT; n++) opened.push({ dialect, page: await open(dialect) });
  }
  const queries = new Map<string, string[]>();
  for (const dialect of dialects) queries.set(dialect, await queriesOf(dialect));
  await Promise.all(
    opened.map(({ dialect, page }) => typeOn(page, dialect, queries.get(dialect) ?? [])),
  );
  t.equal(typed, 200);
  t.same(corrupted, []);
  t.same(problems, []);
  t.ok(lists > typed, `${lists} completion lists opened`);
});
