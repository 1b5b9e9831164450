import type { Page } from 'playwright-core';

/** Returns the scripts that the texts ran and the elements that they became. */
export const found = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[
    ...globalThis.ranTexts.map((text) => 'ran ' + text),
    ...[...document.querySelectorAll('[data-h], [href^="javascript:" i], [src^="javascript:" i]')]
      .map((element) => element.outerHTML.slice(0, 200)),
  ]`);

/** Init script that records calls of the functions that hostile texts try to run. */
export const recordScripts = `globalThis.ranTexts = [];
globalThis.ran = (text) => globalThis.ranTexts.push(text);
globalThis.alert = globalThis.ran;`;

/** Whether an entry of {@link found} is a script that ran. */
export const isRun = (each: string): boolean => each.startsWith('ran ');

/**
 * Script of a function that waits until a change has been drawn. A browser that draws no frames fails the test: an
 * evaluated script has no timeout.
 */
const drawnFrame = `() => new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(new Error('The page has drawn no frame for 30 s')), 30_000);
  requestAnimationFrame(() => requestAnimationFrame(() => {
    clearTimeout(timer);
    resolve();
  }));
})`;

/**
 * Scrolls through a grid or list so that every part is rendered. The element is looked up at each step, because a list of
 * completions is replaced when its query returns.
 */
export async function scrollThrough(page: Page, selector: string): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = ${drawnFrame};
    const selector = ${JSON.stringify(selector)};
    const scrollTo = async (side, at) => {
      const host = document.querySelector(selector);
      host[side] = at;
      await frame();
      return host[side];
    };
    const { clientHeight, clientWidth } = document.querySelector(selector);
    for (const [side, size] of [['scrollTop', clientHeight], ['scrollLeft', clientWidth]]) {
      if (size === 0) throw new Error(selector + ' has no size');
      for (let at = size / 2, last = -1, now = await scrollTo(side, 0); now !== last; at += size / 2) {
        last = now;
        now = await scrollTo(side, at);
      }
      await scrollTo(side, 0);
    }
  })()`);
}
