import type { Draft, DraftListItem } from '@sluice/contracts';
import { until, type TestService } from '@sluice/testkit';
import type { Page } from 'playwright-core';

/** The text that must be on the server: all that was typed more than this time before. */
export const maxLossMs = 2_000;

/** Returns the texts of the admin's drafts on the server. */
export async function draftTexts({ admin }: TestService): Promise<string[]> {
  const heads = await admin.json<DraftListItem[]>('GET', '/api/drafts');
  const drafts = await Promise.all(
    heads.map(({ id }) => admin.json<Draft>('GET', `/api/drafts/${id}`)),
  );
  return drafts.map(({ text }) => text);
}

/** Waits until a draft on the server has exactly this text. */
export const untilDraft = (service: TestService, text: string): Promise<unknown> =>
  until(`a draft has the text ${text.slice(0, 80)}`, async () =>
    (await draftTexts(service)).includes(text),
  );

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
