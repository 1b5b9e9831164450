import type { Page } from 'playwright-core';
import { adminEmail, openWorkbench, run, untilRun, type Workbench } from './support.js';

/** A workbench with content on every page. */
export interface EveryPage {
  workbench: Workbench;
  /** A page of an administrator, whose query has run. */
  page: Page;
  /** A page without a signed-in user. */
  stranger: Page;
  /** The ID of a saved query with a chart, two versions and a run of 50 rows. */
  queryId: string;
  /** The ID of its run. */
  batchId: string;
}

/** Opens a workbench with a saved query that has run. */
export async function openEveryPage(
  name: string,
  settings: Record<string, string> = {},
): Promise<EveryPage> {
  const workbench = await openWorkbench({
    SERVICE_SERVICE_TOKEN_SECRET: 'a separate secret for service tokens',
    ...settings,
  });
  const { admin, connectionId } = workbench.service;
  const queryText = "select n, 'text' as t, null as nothing from generate_series(1, 50) n";
  const { id: queryId } = await admin.json<{ id: string }>('POST', '/api/queries', {
    name,
    queryText,
    tags: ['monthly', 'sales', 'europe', 'draft'],
    connectionId,
    chart: { chartType: 'line', fields: { x: 'n', y: 'n' } },
  });
  await admin.json('PUT', `/api/queries/${queryId}`, { queryText: `${queryText} limit 50` });
  const page = await workbench.signedIn(adminEmail, `/queries/${queryId}`);
  await page.locator('.cm-line').filter({ hasText: 'limit 50' }).waitFor();
  await run(page, queryText);
  await untilRun(page, '50 rows');
  const [batch] = await admin.json<{ id: string }[]>('GET', '/api/batches');
  const stranger = await workbench.open('/signin');
  return { workbench, page, stranger, queryId, batchId: batch?.id ?? '' };
}

/** Shows or hides the chart of the result. */
export async function showChart(page: Page, isShown: boolean): Promise<void> {
  const chart = page.getByRole('button', { name: 'Chart', exact: true });
  if ((await chart.getAttribute('aria-pressed')) !== String(isShown)) await chart.click();
  if (isShown) await page.locator('canvas').first().waitFor();
}

/** Opens the panel with all values of the focused row. */
export async function showRow(page: Page): Promise<void> {
  await page.getByRole('grid').focus();
  await page.keyboard.press(' ');
  await page.getByRole('complementary', { name: 'Row 1' }).waitFor();
}

/** Opens the values and the filter of the column of the focused cell. */
export async function showValues(page: Page): Promise<void> {
  await page.getByRole('grid').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Values and filter' }).click();
  await page.getByRole('dialog').getByRole('table').waitFor();
}

/** Filters by the first listed value of an open dialog of values. */
export async function filterByValue(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('group', { name: 'Filters' }).waitFor();
}

/** Pages for users who are not signed in. */
export const publicPages = ['/signin', '/signup', '/password-reset/a-link', '/share/a-link'];

/** Every page of a signed-in administrator; with a saved query and a batch. */
export const privatePages = (queryId: string, batchId: string): string[] => [
  '/',
  '/queries/new',
  '/queries',
  '/history',
  '/shared',
  `/batches/${batchId}`,
  `/compare?before=${batchId}&after=${batchId}`,
  `/run/${queryId}`,
  `/query-table/${queryId}`,
  `/query-chart/${queryId}`,
  '/admin/connections',
  '/admin/access',
  '/admin/users',
  '/admin/personal-tokens',
  '/admin/service-tokens',
  '/admin/workers',
  '/admin/audit',
  '/profile',
  '/unknown',
];

/** The page of every dialog, and the button that opens it; with a saved query. */
export const dialogs = (queryId: string): { path: string; button: string }[] => [
  { path: '/queries/new', button: 'Keyboard shortcuts' },
  { path: '/queries/new', button: 'Search or run a command' },
  { path: '/queries/new', button: 'Runs' },
  { path: '/queries/new', button: 'Properties' },
  { path: `/queries/${queryId}`, button: 'Versions' },
  { path: '/admin/connections', button: 'Add connection' },
  { path: '/admin/access', button: 'Grant access' },
  { path: '/admin/users', button: 'Add user' },
  { path: '/admin/service-tokens', button: 'Create token' },
  { path: '/profile', button: 'Create token' },
];
