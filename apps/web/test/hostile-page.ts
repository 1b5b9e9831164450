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

/** Scrolls through a grid or list so that every part is rendered. */
export async function scrollThrough(page: Page, selector: string): Promise<void> {
  await page.evaluate(`(async () => {
    const host = document.querySelector(${JSON.stringify(selector)});
    const frame = ${drawnFrame};
    for (const [side, size] of [['scrollTop', 'clientHeight'], ['scrollLeft', 'clientWidth']]) {
      for (let at = 0, last = -1; host[side] !== last; at += host[size] / 2) {
        last = at === 0 ? -1 : host[side];
        host[side] = at;
        await frame();
      }
      host[side] = 0;
    }
  })()`);
}
