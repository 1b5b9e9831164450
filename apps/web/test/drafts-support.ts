import type { Draft, DraftListItem } from '@sluice/contracts';
import { until, type TestService } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import { editorText, type Workbench } from './support.js';

/** The text that must be on the server: all that was typed more than this time before. */
export const maxLossMs = 2_000;

/** Returns the admin's drafts on the server. */
async function readDrafts({ admin }: TestService): Promise<Draft[]> {
  const heads = await admin.json<DraftListItem[]>('GET', '/api/drafts');
  return Promise.all(heads.map(({ id }) => admin.json<Draft>('GET', `/api/drafts/${id}`)));
}

/** Returns the texts of the admin's drafts on the server. */
export const draftTexts = async (service: TestService): Promise<string[]> =>
  (await readDrafts(service)).map(({ text }) => text);

/** Waits until a draft on the server has exactly this text and these fields; returns the time of its last change. */
export async function untilDraft(
  service: TestService,
  text: string,
  { name, connectionId }: Partial<Pick<Draft, 'name' | 'connectionId'>> = {},
): Promise<number> {
  const { updatedAt } = await until(`a draft has the text ${text.slice(0, 80)}`, async () =>
    (await readDrafts(service)).find(
      (draft) =>
        draft.text === text &&
        (name ?? draft.name) === draft.name &&
        (connectionId ?? draft.connectionId) === draft.connectionId,
    ),
  );
  return Date.parse(updatedAt);
}

/** The text at a time of typing. */
interface Typed {
  at: number;
  text: string;
}

/** A text that is typed without pause. */
export interface Typing {
  /** All that was typed at least {@link maxLossMs} before a time. */
  textBefore(at: number): string;
  /** Stops typing; returns the whole text. */
  stop(): Promise<string>;
}

/** Types a query into the focused editor, a key every 25 ms, until it is stopped. */
export function startTyping(page: Page, start = 'select 1000'): Typing {
  const typed: Typed[] = [{ at: 0, text: '' }];
  let isStopped = false;
  const typing = (async () => {
    let text = '';
    for (let number = 1001; !isStopped; number++) {
      for (const key of text === '' ? start : `, ${number}`) {
        await page.keyboard.type(key);
        text += key;
        typed.push({ at: Date.now(), text });
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
  })();
  return {
    textBefore: (at) => typed.findLast((each) => each.at <= at - maxLossMs)?.text ?? '',
    stop: async () => {
      isStopped = true;
      await typing;
      return typed.at(-1)?.text ?? '';
    },
  };
}

/** Ends the process of a page, as a crash does: no handler of the page runs. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
}

/** The SQL editor of a page. */
export const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' });

/** Waits until the editor has exactly this text. */
export const untilText = (page: Page, text: string): Promise<unknown> =>
  until(`the editor shows ${text.slice(0, 80)}`, async () => {
    const shown = await editorText(page);
    if (shown !== text) throw new Error(`The editor shows ${shown.slice(0, 200)}`);
    return true;
  });

/** Returns the titles of the open tabs. */
export const tabTitles = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Open queries' }).locator('.tab-title').allTextContents();

/** Opens the workbench in a browser that is signed in and has nothing stored. */
export async function openEmptyBrowser({ browser, service, problems }: Workbench, signedIn: Page) {
  const { cookies } = await signedIn.context().storageState();
  const context = await browser.newContext({ storageState: { cookies, origins: [] } });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(service.baseUrl);
  await editor(page).waitFor();
  return page;
}

/** Removes all that a page has stored. It stays signed in, and shows a file of the service. */
export async function clearStorage(page: Page, { baseUrl }: TestService): Promise<void> {
  await page.goto(`${baseUrl}/favicon.svg`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
}

/** Deletes all drafts and opens the workbench without tabs. */
export async function startAgain({ service }: Workbench, page: Page): Promise<void> {
  const { admin, baseUrl } = service;
  // In the same context: a new one loads and compiles all scripts again.
  await clearStorage(page, service);
  for (const { id } of await admin.json<{ id: string }[]>('GET', '/api/drafts')) {
    await admin.json('DELETE', `/api/drafts/${id}`);
  }
  await page.goto(baseUrl);
  await editor(page).waitFor();
}
