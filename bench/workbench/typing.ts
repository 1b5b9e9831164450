import type { TestService } from '@sluice/testkit';
import type { Page } from 'playwright-core';
import { percentile, type Figure } from '../table.js';
import { spread, workMs } from './page.js';

const lineCount = 5_000;
const betweenKeysMs = 150;
const typed = 'select order_id, sum(amount) from table_77 t where t.column_3 = 7 ';

/** Eight lines each, all different. */
const statement = (n: number): string => `-- Orders of region ${n}
select o.id, o.customer_id, sum(l.amount * l.price) as total, 'region ${n}' as region
from orders o
  join order_lines l on l.order_id = o.id and l.kind in ('a', 'b', ${n})
where o.placed >= date '2024-01-01' + interval '${n} days'
  and o.state <> 'cancelled' /* those were never paid */
group by o.id, o.customer_id
having count(*) > ${n};`;

const script = Array.from({ length: lineCount / 8 }, (_, n) => statement(n)).join('\n');

/**
 * Typing in the first line of a script, which moves all others, and in the last line, in a database of 10,000 tables. Two
 * figures for each key, both in CPU time of the page's main thread: the work until the frame that shows the key
 * is drawn (handlers, styles, layout, painting), and the work until the next key 150 ms later, including deferred
 * work (parsing, completion, saving the text). The idle work of the same time is subtracted. CPU time is used
 * because wall time would include other load, and neither figure includes the wait for the next frame.
 *
 * The same keys in the browser's own text area with the same text show how fast the machine currently is.
 */
export async function measureTyping(_service: TestService, page: Page): Promise<Figure[]> {
  await paste(page, script);
  const figures = await typeAtBoth(page, '5,000 lines', '≤ 16 ms');
  const ruler = await page.context().browser()!.newPage({ viewport: page.viewportSize() });
  await ruler.setContent('<textarea rows="16" cols="120"></textarea>');
  const field = ruler.locator('textarea');
  await field.evaluate((area: { value: string }, text) => (area.value = text), script);
  await field.focus();
  figures.push(...(await typeAtBoth(ruler, "5,000 lines in the browser's own text area")));
  await ruler.close();
  return figures;
}

async function typeAtBoth(page: Page, what: string, goal?: string): Promise<Figure[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workAfter = async (act: () => Promise<void>): Promise<KeyWork> => {
    const before = await workMs(session);
    await act();
    await drawnFrame(page);
    const drawn = await workMs(session);
    await page.waitForTimeout(betweenKeysMs);
    return { frameMs: drawn - before, wholeMs: (await workMs(session)) - before };
  };
  const figures: Figure[] = [];
  for (const [where, moves] of [
    ['top', ['Control+Home', 'Enter', 'ArrowUp']],
    ['end', ['Control+End', 'Enter']],
  ] as const) {
    for (const key of moves) await page.keyboard.press(key);
    // The moves before the measurement do not count.
    await page.waitForTimeout(1_000);
    const idle: KeyWork[] = [];
    for (let count = 0; count < 20; count++) idle.push(await workAfter(() => Promise.resolve()));
    const keys: KeyWork[] = [];
    for (const character of typed) {
      keys.push(await workAfter(() => page.keyboard.press(character)));
    }
    for (const [until, part] of [
      ['until it is drawn', 'frameMs'],
      ['with all that follows', 'wholeMs'],
    ] as const) {
      const idleMs = percentile(
        idle.map((work) => work[part]),
        0.5,
      );
      const times = keys.map((work) => work[part] - idleMs);
      figures.push(...spread(`${what}: a key at the ${where}, ${until}`, times, goal));
    }
  }
  return figures;
}

/** The CPU time of the main thread for one key. */
interface KeyWork {
  frameMs: number;
  wholeMs: number;
}

/** Resolves after the next frame is painted, because the message is a separate task. */
const drawnFrame = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  })).then(() => undefined)`);

/** Sets the text directly: typing so many lines takes Chromium minutes. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'SQL' }).click();
  await page.keyboard.press('Control+A');
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  })()`);
}
