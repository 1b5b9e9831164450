import type { Page } from 'playwright-core';

/** Settings with which every admin page can be used. */
export const adminSettings = {
  SERVICE_SERVICE_TOKEN_SECRET: 'a separate secret for service tokens',
  SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
};

/** Opens one of the admin pages from another. */
export async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}
