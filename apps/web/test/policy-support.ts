import { until } from '@sluice/testkit';
import type { Page, Response } from 'playwright-core';
import type { Test } from 'tap';
import type { Workbench } from './support.js';

/** Finds inline scripts and event handler attributes. */
const inline = `[...document.querySelectorAll('*')].flatMap((element) => [
  ...(element.localName === 'script' && !element.src ? ['script: ' + element.textContent.slice(0, 80)] : []),
  ...[...element.attributes].filter(({ name }) => name.startsWith('on')).map(({ name }) => name),
])`;

/**
 * Checks that a loaded page has a strict content security policy and contains no inline scripts. A public page runs no
 * workers, so its policy allows none.
 */
export async function hasStrictPolicy(
  t: Test,
  page: Page,
  response: Response | null,
  path: string,
): Promise<void> {
  const policy = response?.headers()['content-security-policy'] ?? '';
  t.match(policy, "script-src 'self'", path);
  if (path.startsWith('/share/')) t.notMatch(policy, 'worker-src', path);
  else t.match(policy, "worker-src 'self'", path);
  t.match(policy, "default-src 'none'", path);
  t.notMatch(policy, 'unsafe', path);
  t.same(await page.evaluate(inline), [], `${path}: no inline script`);
}

/** Checks that an injected script is blocked and reported, so that an empty list of problems proves something. */
export async function reportsViolations(
  t: Test,
  page: Page,
  { problems }: Workbench,
): Promise<void> {
  await page.evaluate(`document.body.append(Object.assign(document.createElement('script'), {
    textContent: 'globalThis.injected = true',
  }))`);
  t.equal(await page.evaluate('globalThis.injected ?? null'), null);
  await until('the violation is reported', () => problems.length > 0);
  t.match(problems.join(), /policy: script-src-elem/);
}
