import { isDeep, until } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';

/**
 * Finds elements whose geometry is wrong: text without height, elements beyond the window that no pane scrolls to,
 * and text that is cut off without an ellipsis. A string, because the tests are compiled without DOM types.
 *
 * Skipped: the editor and the grid, which render only what is in view; hidden texts for screen readers.
 */
const findProblems = `(() => {
  const skipped = '.visually-hidden, .cm-editor, .grid, .tree, svg, canvas, [aria-hidden=true], option, noscript, script, style, thead';
  const nameOf = (element) => element.localName + (typeof element.className === 'string' && element.className !== '' ? '.' + element.className.split(' ').slice(0, 2).join('.') : '')
    + ' ' + JSON.stringify((element.textContent ?? '').trim().slice(0, 40));
  const scrolls = (element, axis) => {
    for (let pane = element.parentElement; pane; pane = pane.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(pane)['overflow-' + axis]) && pane !== document.body) return true;
    }
    return false;
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
  const problems = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + 1) problems.push('the page is ' + root.scrollWidth + ' px wide');
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest(skipped) || (element.closest('details:not([open])') && element.localName !== 'summary' && !element.closest('summary'))) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const isControl = /^(a|button|input|select|textarea|summary)$/.test(element.localName);
    if (element.localName === 'input' && (element.type === 'hidden' || style.opacity === '0')) continue;
    if ((hasText(element) || isControl) && (box.height < 1 || box.width < 1)) problems.push('no size: ' + nameOf(element));
    if (box.width > 0 && box.height > 0 && (box.right > innerWidth + 1 || box.left < -1) && !scrolls(element, 'x'))
      problems.push('beyond the window (' + Math.round(box.left) + ' to ' + Math.round(box.right) + '): ' + nameOf(element));
    if (!hasText(element) || style.webkitLineClamp !== 'none') continue;
    const clips = (overflow) => overflow === 'hidden' || overflow === 'clip';
    if (clips(style.overflowX) && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
      problems.push('cut off: ' + nameOf(element));
    if (clips(style.overflowY) && style.textOverflow !== 'ellipsis' && element.scrollHeight > element.clientHeight + 2)
      problems.push('cut off below: ' + nameOf(element));
  }
  for (const [name, selector] of [['results', '.results'], ['rows', '[role=grid]'], ['editor', '.cm-editor'], ['list', '.infinite-list']]) {
    for (const pane of document.querySelectorAll(selector)) {
      const { height, width } = pane.getBoundingClientRect();
      if (height < 48 || width < 100) problems.push(name + ' has ' + Math.round(width) + ' × ' + Math.round(height) + ' px');
    }
  }
  for (const place of document.querySelectorAll('.chart-place')) {
    const [height, all] = [place.clientHeight, place.parentElement.clientHeight];
    if (height < all / 2) problems.push('the chart has ' + height + ' of ' + all + ' px');
  }
  return [...new Set(problems)];
})()`;

/** Returns the geometry problems of a page: those that remain once it has followed a change of the window. */
async function geometryProblems(page: Page): Promise<string[]> {
  let problems: string[] = [];
  const isSound = async (): Promise<boolean> => {
    problems = await page.evaluate<string[]>(findProblems);
    return problems.length === 0;
  };
  await until('the page fits its window', isSound).catch(() => undefined);
  return problems;
}

/** The windows that each page is checked in. A window of half the size is a zoom of 200 %. */
const windows = {
  '1440 × 900': { width: 1_440, height: 900 },
  '1280 × 720 at 200 %': { width: 640, height: 360 },
  '390 px': { width: 390, height: 844 },
  '1280 × 720': { width: 1_280, height: 720 },
};

type WindowName = keyof typeof windows;

/** A colour scheme changes no sizes, so `npm test` measures the light one only. */
const schemes: readonly ('light' | 'dark')[] = isDeep ? ['light', 'dark'] : ['light'];

/** The narrow windows, where dialogs and parts of a page run out of space. */
const narrow: readonly WindowName[] = ['1280 × 720 at 200 %', '390 px'];

/**
 * The layout changes at 760 px of width and 600 px of height and below, so the largest window adds only space to that of
 * 1280 × 720. `npm test` leaves it out.
 */
const every = (Object.keys(windows) as WindowName[]).filter(
  (name) => isDeep || name !== '1440 × 900',
);

/** Checks a page in every window; one load shows that it follows a change of the window, too. */
export const inEveryWindow = (t: Test, page: Page, what: string): Promise<void> =>
  inWindows(t, page, what, every);

/**
 * Checks a part of a page that is itself checked in every window. A wide window adds only space, so `npm test` uses the
 * narrow ones.
 */
export const inNarrowWindows = (t: Test, page: Page, what: string): Promise<void> =>
  isDeep ? inEveryWindow(t, page, what) : inWindows(t, page, what, narrow);

async function inWindows(
  t: Test,
  page: Page,
  what: string,
  names: readonly WindowName[],
): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const name of names) {
    await page.setViewportSize(windows[name]);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      t.same(await geometryProblems(page), [], `${what}, ${name}, ${colorScheme}`);
    }
  }
  await page.setViewportSize(windows['1280 × 720']);
}
