import { isDeep, until } from '@sluice/testkit';
import t from 'tap';
import {
  crash,
  draftTexts,
  editor,
  maxLossMs,
  openEmptyBrowser,
  startAgain,
  startTyping,
  tabTitles,
  untilDraft,
  untilText,
  type Typing,
} from './drafts-support.js';
import { adminEmail, openWorkbench, type } from './support.js';

/** The length of the text that was typed {@link maxLossMs} before a crash, and must be stored. */
const minStored = isDeep ? 100 : 30;

/** Waits until a part of the text has this age and length. */
const untilMustBeStored = (typing: Typing): Promise<true> =>
  until(
    'a part of the text must be stored',
    () => typing.textBefore(Date.now()).length > minStored || null,
  );

t.test('no text that was typed more than two seconds before is lost', async (t) => {
  const workbench = await openWorkbench({}, { processes: true });
  t.teardown(() => workbench.close());
  const { service } = workbench;
  let page = await workbench.signedIn(adminEmail);

  await t.test('typed text is on the server two seconds after the last key', async (t) => {
    await type(page, 'select 1 as alpha');
    const typedAt = Date.now();
    const storedAt = await untilDraft(service, 'select 1 as alpha');
    t.ok(storedAt - typedAt <= maxLossMs, `${storedAt - typedAt} ms`);
  });

  await t.test('a crash with cleared storage loses at most two seconds', async (t) => {
    await startAgain(workbench, page);
    await editor(page).focus();
    const typing = startTyping(page);
    await untilMustBeStored(typing);
    const crashedAt = Date.now();
    const { cookies } = await page.context().storageState();
    await Promise.all([crash(page), typing.stop().catch(() => '')]);
    const context = await workbench.browser.newContext({ storageState: { cookies, origins: [] } });
    page = await context.newPage();
    await page.goto(service.baseUrl);
    const expected = typing.textBefore(crashedAt);
    t.ok(expected.length > minStored, expected);
    await until('the text is restored', async () => {
      return (await editor(page).textContent())?.startsWith(expected) === true;
    });
  });

  await t.test('kill -9 of the API in mid-typing loses at most two seconds', async (t) => {
    await startAgain(workbench, page);
    await editor(page).focus();
    const typing = startTyping(page);
    await untilMustBeStored(typing);
    service.api.kill('SIGKILL');
    const killedAt = Date.now();
    await service.api.ended;
    const expected = typing.textBefore(killedAt);
    t.ok(expected.length > minStored, expected);
    // The user continues to type while the service is away.
    await new Promise((resolve) => setTimeout(resolve, isDeep ? 2_000 : 1_000));
    const whole = await typing.stop();
    // So that the page sends nothing before the check.
    await page.context().setOffline(true);
    await service.startApiProcess({ SERVICE_PORT: new URL(service.baseUrl).port });
    const [text] = await draftTexts(service);
    t.ok(text?.startsWith(expected), 'the server has what was typed two seconds before');
    const backAt = Date.now();
    await page.context().setOffline(false);
    const storedAt = await untilDraft(service, whole);
    t.ok(storedAt - backAt <= maxLossMs, `all of it is stored after ${storedAt - backAt} ms`);
    const other = await openEmptyBrowser(workbench, page);
    await untilText(other, whole);
    t.equal((await tabTitles(page)).length, 1, 'no conflict with the own text');
  });

  t.same(workbench.problems, []);
});
