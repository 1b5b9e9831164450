import { openChromium, type TestService } from '@sluice/testkit';
import { adminEmail, signIn } from '../apps/web/test/support.js';
import { measureRows } from './workbench/rows.js';
import { measureTree } from './workbench/tree.js';
import { measureTyping } from './workbench/typing.js';
import type { Figure } from './table.js';

/**
 * The page in Chromium: rows of a large result, the tree of a large schema, typing in a long script.
 */
export async function measureWorkbench(service: TestService): Promise<Figure[]> {
  const browser = await openChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
    page.setDefaultTimeout(60_000);
    await page.goto(service.baseUrl);
    await signIn(page, adminEmail);
    const figures: Figure[] = [];
    for (const measure of [measureRows, measureTree, measureTyping]) {
      figures.push(...(await measure(service, page)));
    }
    return figures;
  } finally {
    await browser.close();
  }
}
