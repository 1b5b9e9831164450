import t from 'tap';
import { positions } from './completion-positions.js';
import { shopSchemas } from './completion-schema.js';
import { offeredAt } from './completion-support.js';

/** Share of the positions whose first completion is right. */
const MIN_SHARE = 0.95;

t.test('the first completion is right at 95 % of the published positions', async (t) => {
  const wrong: string[] = [];
  for (const [dialect, text, first] of positions) {
    const isExplicit = /[(]\|/.test(text);
    const completed = shopSchemas[dialect];
    const [offered = 'nothing'] = await offeredAt(text, { dialect, completed, isExplicit });
    if (offered !== first) wrong.push(`${dialect}: ${text}: ${offered} instead of ${first}`);
  }
  t.ok(positions.length >= 150, `${positions.length} positions`);
  t.ok(wrong.length <= positions.length * (1 - MIN_SHARE), wrong.join('\n'));
  t.comment(`${positions.length - wrong.length} of ${positions.length} right`);
  for (const each of wrong) t.comment(each);
});

t.test('the positions cover each dialect and are distinct', (t) => {
  const texts = positions.map(([dialect, text]) => `${dialect} ${text}`);
  t.equal(new Set(texts).size, texts.length);
  for (const dialect of Object.keys(shopSchemas)) {
    const count = positions.filter(([each]) => each === dialect).length;
    t.ok(count >= 10, `${dialect}: ${count}`);
  }
  t.end();
});
