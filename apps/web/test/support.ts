import { openChromium, startService, until, type TestService } from '@sluice/testkit';
import type { Browser, Page } from 'playwright-core';

/** The real service with the workbench, in a real browser. */
export interface Workbench {
  service: TestService;
  browser: Browser;
  /** What went wrong in any page so far: faults of its scripts, and what its policy forbade. */
  problems: string[];
  /** A page of somebody of their own, who is not signed in. */
  open(path?: string): Promise<Page>;
  /** A page of somebody who is. */
  signedIn(email: string, path?: string): Promise<Page>;
  close(): Promise<void>;
}

/** The password of everybody in a test service. */
export const password = 'correct horse battery staple';
/** The admin of a test service. */
export const adminEmail = 'admin@example.com';

/**
 * A text: the types of tests know nothing of the browser. Where somebody types, the browser itself tries
 * to style what it joins; that is forbidden and changes nothing.
 */
const reportViolations = `addEventListener('securitypolicyviolation', (event) => {
  const { violatedDirective, sourceFile, target } = event;
  if (violatedDirective === 'style-src-attr' && target?.closest?.('.cm-content')) return;
  console.log('policy:', violatedDirective, sourceFile, target?.outerHTML?.slice(0, 300));
});`;

/** Starts the service and the browser. */
export async function openWorkbench(settings: Record<string, string> = {}): Promise<Workbench> {
  const service = await startService({ queue: 'postgres', settings });
  const browser = await openChromium();
  const problems: string[] = [];
  const open = async (path = '/'): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1360, height: 860 } });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => problems.push(error.message));
    await page.addInitScript(reportViolations);
    page.on('console', (message) => {
      if (message.text().startsWith('policy:')) problems.push(message.text());
    });
    await page.goto(service.baseUrl + path);
    return page;
  };
  return {
    service,
    browser,
    problems,
    open,
    signedIn: async (email, path) => {
      const page = await open(path);
      await signIn(page, email);
      return page;
    },
    close: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

/** Fills in the form of local accounts. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('toolbar', { name: 'Query' }).waitFor();
}

/** The text in the editor, whose lines are all in sight. */
export const editorText = async (page: Page): Promise<string> =>
  (await page.locator('.cm-line').allTextContents()).join('\n');

/**
 * Replaces the text in the editor as a person does: key by key, with Enter at each line end.
 *
 * @param pace milliseconds from key to key
 */
export async function type(page: Page, sql: string, pace = 0): Promise<void> {
  await clearEditor(page);
  await page.keyboard.type(sql, { delay: pace });
}

/** Replaces the text in the editor by one that nobody types, as somebody does who pastes it. */
export async function paste(page: Page, sql: string): Promise<void> {
  await clearEditor(page);
  await page.keyboard.insertText(sql);
}

async function clearEditor(page: Page): Promise<void> {
  // By the keyboard: a list of completions may lie over the text.
  await page.getByRole('textbox', { name: 'SQL' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
}

/** Runs a text by the keyboard; `enter` puts it into the editor. */
export async function run(page: Page, sql: string, enter = type): Promise<void> {
  await enter(page, sql);
  await page.keyboard.press('Control+Enter');
}

/** Waits until the run has come to a state. */
export const untilRun = (page: Page, state: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: state }).first().waitFor();

/** The cell of a row and a column, both from 1. */
export const cell = (page: Page, row: number, column: number) =>
  page
    .locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column}"]`)
    .first();

/** Waits until a cell, of a row and a column from 1, shows exactly a text. */
export const untilCell = (page: Page, row: number, column: number, text: string): Promise<void> =>
  until(
    `the cell shows ${text}`,
    async () => (await cell(page, row, column).textContent()) === text,
  ).then(() => undefined);

/** Scrolls the rows to a part of their whole height. */
export const scrollTo = (page: Page, part: number): Promise<void> =>
  page.evaluate(
    `(() => { const grid = document.querySelector('[role=grid]'); grid.scrollTop = grid.scrollHeight * ${part}; })()`,
  );
