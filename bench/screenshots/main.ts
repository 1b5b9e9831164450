import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServices } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import {
  adminEmail,
  openWorkbench,
  run,
  type,
  untilRun,
  type Workbench,
} from '../../apps/web/test/support.js';
import { fill, revenue, type Content } from './content.js';

/** A page to capture. */
interface Picture {
  name: string;
  path: string;
  /** Waits until the page is complete. */
  ready: string;
  act?(page: Page): Promise<unknown>;
  /** Captured without signing in. */
  isOfStranger?: boolean;
  viewport?: { width: number; height: number };
}

const size = { width: 1280, height: 800 };
/** Size of pages with one small form. */
const card = { width: 1280, height: 560 };
const narrow = { width: 400, height: 800 };
const dialog = 'form';

const pictures = ({ queryId, batchId }: Content): Picture[] => [
  {
    name: 'sign-in',
    path: '/signin',
    ready: 'form',
    isOfStranger: true,
    viewport: card,
  },
  { name: 'sign-up', path: '/signup', ready: 'form', isOfStranger: true, viewport: card },
  {
    name: 'password-reset',
    path: '/password-reset/a-link',
    ready: 'form',
    isOfStranger: true,
    viewport: card,
  },
  {
    name: 'workbench',
    path: `/queries/${queryId}`,
    ready: '.cm-line:nth-child(8)',
    act: async (page) => {
      await page.getByRole('separator', { name: 'Editor height' }).focus();
      for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowUp');
      await run(page, revenue.queryText);
      await untilRun(page, '24 rows');
      await page.getByRole('button', { name: 'Chart', exact: true, pressed: false }).click();
      await page.locator('canvas').first().waitFor();
    },
  },
  {
    name: 'running',
    path: '/queries/new',
    ready: '[role=toolbar]',
    act: async (page) => {
      await page.keyboard.press('Alt+T');
      await run(
        page,
        'select n, md5(n::text) as hash, pg_sleep(0.002) from generate_series(1, 1e6) n',
      );
      await page.getByText('rows so far').first().waitFor();
    },
  },
  {
    name: 'error',
    path: '/queries/new',
    ready: '[role=toolbar]',
    act: async (page) => {
      await untilRun(page, 'Running');
      await page
        .getByRole('toolbar', { name: 'Query' })
        .getByRole('button', { name: 'Cancel' })
        .click();
      await untilRun(page, 'Cancelled');
      await run(page, 'select id, name,\n  no_such_column\nfrom customers');
      await untilRun(page, 'Failed');
    },
  },
  {
    name: 'completion',
    path: '/queries/new',
    ready: '[role=treeitem][data-kind=table]',
    act: async (page) => {
      await page.keyboard.press('Alt+T');
      await type(page, 'select o.\nfrom orders o');
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('End');
      await page.keyboard.press('Control+Space');
      await page.locator('.cm-tooltip-autocomplete').waitFor();
    },
  },
  {
    name: 'shortcuts',
    path: '/queries/new',
    ready: '[role=toolbar]',
    act: (page) => page.getByRole('button', { name: 'Keyboard shortcuts' }).click(),
  },
  { name: 'queries', path: '/queries', ready: '[role=listitem]' },
  { name: 'history', path: '/history', ready: '[role=listitem]' },
  { name: 'run', path: `/batches/${batchId}`, ready: '[role=gridcell]' },
  { name: 'run-narrow', path: `/batches/${batchId}`, ready: '[role=gridcell]', viewport: narrow },
  { name: 'query-table', path: `/query-table/${queryId}`, ready: '[role=gridcell]' },
  { name: 'query-chart', path: `/query-chart/${queryId}`, ready: 'canvas' },
  { name: 'connections', path: '/admin/connections', ready: 'table' },
  {
    name: 'connection',
    path: '/admin/connections',
    ready: 'table',
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit Shop' }).click();
      await page.locator(dialog).waitFor();
    },
  },
  { name: 'access', path: '/admin/access', ready: 'table' },
  { name: 'users', path: '/admin/users', ready: 'table' },
  { name: 'service-tokens', path: '/admin/service-tokens', ready: 'table' },
  { name: 'workers', path: '/admin/workers', ready: 'table' },
  { name: 'audit', path: '/admin/audit', ready: 'table' },
  {
    name: 'profile',
    path: '/profile',
    ready: 'table',
    viewport: { width: 1280, height: 1020 },
  },
  { name: 'profile-narrow', path: '/profile', ready: 'form', viewport: narrow },
  { name: 'workbench-narrow', path: '/queries/new', ready: '[role=toolbar]', viewport: narrow },
  {
    name: 'workbench-zoomed',
    path: '/queries/new',
    ready: '[role=toolbar]',
    viewport: { width: 640, height: 400 },
  },
];

/** Files in docs; also in dark mode if the name says so. */
const documented = [
  'sign-in',
  'sign-up',
  'password-reset',
  'queries',
  'history',
  'run',
  'query-table',
  'query-chart',
  'connections',
  'connection',
  'access',
  'users',
  'service-tokens',
  'workers',
  'audit',
  'profile',
];

async function take(
  { service, open, signedIn }: Workbench,
  content: Content,
  colorScheme: 'light' | 'dark',
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const stranger = await open('/signin');
  const page = await signedIn(adminEmail);
  for (const picture of pictures(content)) {
    const { name, path, ready, act, isOfStranger = false, viewport = size } = picture;
    const shown = isOfStranger ? stranger : page;
    await shown.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await shown.setViewportSize(viewport);
    await shown.goto(service.baseUrl + path);
    await shown.locator(ready).first().waitFor();
    await act?.(shown);
    // Waits for animations, as of charts, and for messages that disappear.
    await shown.waitForTimeout(1_500);
    await shown.screenshot({ path: join(folder, `${name}.png`), caret: 'initial' });
  }
  await stranger.context().close();
  await page.context().close();
}

const [artefacts = '', documents = ''] = process.argv.slice(2);
const services = await startTestServices();
Object.assign(process.env, services.environment);
const workbench = await openWorkbench({
  SERVICE_SERVICE_TOKEN_SECRET: 'separate secret for service tokens',
});
try {
  const content = await fill(workbench.service);
  for (const scheme of ['light', 'dark'] as const) {
    await take(workbench, content, scheme, join(artefacts, scheme));
    await copyFile(
      join(artefacts, scheme, 'workbench.png'),
      join(documents, `workbench-${scheme}.png`),
    );
  }
  for (const name of documented) {
    await copyFile(join(artefacts, 'light', `${name}.png`), join(documents, `${name}.png`));
  }
  for (const problem of workbench.problems) console.error(problem);
} finally {
  await workbench.close();
  await services.stop();
}
