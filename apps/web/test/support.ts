import {
  sharedChromium,
  startService,
  until,
  type ServiceOptions,
  type TestService,
} from '@sluice/testkit';
import type { Browser, Page } from 'playwright-core';

/** A running service and a browser. */
export interface Workbench {
  service: TestService;
  browser: Browser;
  /** Script errors and policy violations of all pages so far. */
  problems: string[];
  /** Opens a page in a new context, not signed in. */
  open(path?: string): Promise<Page>;
  /** Opens a page in a new context, signed in without the form. */
  signedIn(email: string, path?: string): Promise<Page>;
  close(): Promise<void>;
}

/** The password of all users of a test service. */
export const password = 'correct horse battery staple';
/** The admin of a test service. */
export const adminEmail = 'admin@example.com';

/**
 * A string, because the tests are compiled without DOM types. When the user joins lines in the editor, Chromium itself
 * sets a style attribute, which the policy blocks without effect.
 */
const reportViolations = `addEventListener('securitypolicyviolation', (event) => {
  const { violatedDirective, sourceFile, target } = event;
  if (violatedDirective === 'style-src-attr' && target?.closest?.('.cm-content')) return;
  console.log('policy:', violatedDirective, sourceFile, target?.outerHTML?.slice(0, 300));
});`;

/** Starts the service and a browser. */
export async function openWorkbench(
  settings: Record<string, string> = {},
  options: Pick<ServiceOptions, 'processes' | 'workersInProcess'> = {},
): Promise<Workbench> {
  const service = await startService({
    queue: 'redis',
    workersInProcess: true,
    settings,
    ...options,
  });
  const browser = await sharedChromium();
  const problems: string[] = [];
  const newPage = async (): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width: 1360, height: 860 },
      // A click waits until its target rests.
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => problems.push(error.message));
    await page.addInitScript(reportViolations);
    page.on('console', (message) => {
      if (message.text().startsWith('policy:')) problems.push(message.text());
    });
    return page;
  };
  return {
    service,
    browser,
    problems,
    open: async (path = '/') => {
      const page = await newPage();
      await page.goto(service.baseUrl + path);
      return page;
    },
    signedIn: async (email, path = '/') => {
      const page = await newPage();
      const data = { email, password };
      const response = await page.context().request.post(`${service.baseUrl}/api/signin`, { data });
      if (!response.ok()) throw new Error(`${email} could not sign in: ${await response.text()}`);
      await page.goto(service.baseUrl + path);
      const isEditor = path === '/' || path.startsWith('/queries/');
      await (
        isEditor
          ? page.getByRole('toolbar', { name: 'Query' })
          : page.getByRole('button', { name: /^Account / })
      ).waitFor();
      return page;
    },
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await service.stop();
    },
  };
}

/** Signs in with a local account. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel(/^Password/).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('toolbar', { name: 'Query' }).waitFor();
}

/** Returns the text of the editor; all its lines must be visible. */
export const editorText = async (page: Page): Promise<string> =>
  (await page.locator('.cm-line').allTextContents()).join('\n');

/**
 * Replaces the text of the editor key by key, with Enter at each line end.
 *
 * @param pace milliseconds between keys
 */
export async function type(page: Page, sql: string, pace = 0): Promise<void> {
  await clearEditor(page);
  await page.keyboard.type(sql, { delay: pace });
}

/**
 * Disconnects the browser of a page. Chromium confirms it before it is in force: requests that follow at once can still
 * succeed while others are in progress.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const request = `fetch('/api/health', { cache: 'no-store' }).then(() => false, () => true)`;
  await until('requests of the page fail', () => page.evaluate<boolean>(request));
}

/** Replaces the text of the editor at once, as a paste does. */
export async function paste(page: Page, sql: string): Promise<void> {
  await clearEditor(page);
  await page.keyboard.insertText(sql);
}

/** Removes the text of the editor. */
export async function clearEditor(page: Page): Promise<void> {
  // With the keyboard, because a completion list may cover the text.
  await page.getByRole('textbox', { name: 'SQL' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
}

/** Waits until no run of the tab is in progress: until then, the shortcut has no effect. */
export const untilRunEnded = (page: Page): Promise<void> =>
  page
    .getByRole('toolbar', { name: 'Query' })
    .getByRole('button', { name: 'Cancel', exact: true })
    .and(page.locator(':disabled'))
    .waitFor();

/** Pastes a text into the editor and runs it with the keyboard, once the run before it has ended. */
export async function run(page: Page, sql: string): Promise<void> {
  await paste(page, sql);
  await untilRunEnded(page);
  // The page shows the previous run until the service has accepted this one, and both may have the same status.
  await page.evaluate(
    `document.querySelectorAll('[role=status]').forEach((each) => each.setAttribute('data-previous', ''))`,
  );
  await page.keyboard.press('Control+Enter');
}

/** Waits until the status of the last run contains a text. */
export const untilRun = (page: Page, state: string): Promise<void> =>
  page
    .getByRole('status')
    .and(page.locator(':not([data-previous])'))
    .filter({ hasText: state })
    .first()
    .waitFor();

/** Returns a cell by row and column, which start at 1. */
export const cell = (page: Page, row: number, column: number) =>
  page
    .locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column}"]`)
    .first();

/** Waits until a cell shows exactly a text; row and column start at 1. */
export const untilCell = (page: Page, row: number, column: number, text: string): Promise<void> =>
  until(
    `the cell shows ${text}`,
    async () => (await cell(page, row, column).textContent()) === text,
  ).then(() => undefined);

/** Scrolls the grid to a fraction of its height. */
export const scrollTo = (page: Page, part: number): Promise<void> =>
  page.evaluate(
    `(() => { const grid = document.querySelector('[role=grid]'); grid.scrollTop = grid.scrollHeight * ${part}; })()`,
  );
