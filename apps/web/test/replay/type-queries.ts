import { openChromium } from '@sluice/testkit';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { clearEditor, editorText } from '../support.js';
import { serveReplayPage } from './serve.js';

/** Typing is mostly waiting, so several pages type in parallel. */
const PAGES_PER_DIALECT = 2;

/** Milliseconds between keys; the range of human typing. */
const pace = { min: 40, max: 120 };

/** The outcome of a replay. */
export interface Replay {
  typed: number;
  /** Queries whose text is not the typed one, with that text. */
  corrupted: string[];
  /** Script errors and policy violations. */
  problems: string[];
  /** Completion lists that opened. */
  lists: number;
}

interface Typist {
  dialect: string;
  page: Page;
  session: CDPSession;
}

/** Returns the queries of a dialect to type. */
async function queriesOf(dialect: string): Promise<string[]> {
  const file = path.join(import.meta.dirname, '..', 'typed-queries', `${dialect}.sql`);
  return (await readFile(file, 'utf8')).trimEnd().split('\n----\n');
}

/**
 * Types a text key by key, with Enter at each line end. The keys go to the browser without Playwright's own key up
 * events, which take a third of the time. The pace of each key is fixed by its position.
 */
async function typeKeys(session: CDPSession, text: string): Promise<void> {
  for (const [index, character] of Array.from(text).entries()) {
    const startedAtMs = performance.now();
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
    const key = character === '\n' ? enter : { key: character, text: character };
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
    const gapMs = pace.min + ((index * 37) % (pace.max - pace.min + 1));
    const restMs = gapMs - (performance.now() - startedAtMs);
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}

/** Types all queries of some dialects into the editor, each dialect in its own pages. */
export async function replayQueries(dialects: readonly string[]): Promise<Replay> {
  const [served, browser] = await Promise.all([serveReplayPage(), openChromium()]);
  const replay: Replay = { typed: 0, corrupted: [], problems: [], lists: 0 };
  const open = async (dialect: string): Promise<Typist> => {
    const page = await browser.newPage({ viewport: { width: 700, height: 400 } });
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => replay.problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') replay.problems.push(message.text());
    });
    await page.goto(`${served.url}?dialect=${dialect}`);
    await page.getByRole('textbox', { name: 'SQL' }).waitFor();
    return { dialect, page, session: await page.context().newCDPSession(page) };
  };
  const typeOn = async ({ dialect, page, session }: Typist, waiting: string[]): Promise<void> => {
    for (let query = waiting.shift(); query !== undefined; query = waiting.shift()) {
      await clearEditor(page);
      await typeKeys(session, query);
      const text = await editorText(page);
      if (text !== query) replay.corrupted.push(`${dialect}:\n${query}\nbecame\n${text}`);
      replay.typed++;
    }
    replay.lists += Number((await page.locator('body').getAttribute('data-lists')) ?? 0);
    await page.close();
  };
  try {
    // All pages load before any types: on a busy machine, loading would take too long.
    const typists: Typist[] = [];
    for (const dialect of dialects) {
      for (let n = 0; n < PAGES_PER_DIALECT; n++) typists.push(await open(dialect));
    }
    const queries = new Map<string, string[]>();
    for (const dialect of dialects) queries.set(dialect, await queriesOf(dialect));
    await Promise.all(typists.map((typist) => typeOn(typist, queries.get(typist.dialect) ?? [])));
  } finally {
    await browser.close();
    await served.stop();
  }
  return replay;
}
