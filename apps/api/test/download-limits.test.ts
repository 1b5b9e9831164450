import { buffer } from 'node:stream/consumers';
import t from 'tap';
import { finish, rawGet, start } from './execution-finished.js';
import { numberColumn } from './execution-worker.js';
import { openExecutionHarness } from './execution-harness.js';
import { download, downloadPathOf, formats } from './download-support.js';

t.test('downloads can be disabled, and a stalled download is aborted', async (t) => {
  const disabled = await openExecutionHarness({ settings: { allowsDownloads: false } });
  t.teardown(() => disabled.stop());
  const { statement } = await finish(disabled, 3);
  for (const format of formats) {
    t.match(await disabled.get('alice', downloadPathOf(statement, format)), {
      status: 403,
      body: { code: 'downloads_disabled' },
    });
  }
  const harness = await openExecutionHarness({ settings: { stallSeconds: 0.3 } });
  t.teardown(() => harness.stop());
  const { statement: long } = await finish(harness, 1_000_000);
  for (const format of formats) {
    const stalled = await rawGet(harness, downloadPathOf(long, format));
    stalled.pause();
    await harness.untilFilesAreClosed();
    await t.rejects(buffer(stalled), `${format} is not complete`);
  }
});

t.test(
  'a result may have 1,600 columns, and too many columns for a workbook are refused',
  async (t) => {
    const harness = await openExecutionHarness();
    t.teardown(() => harness.stop());
    const wide = async (count: number) => {
      const { statement, worker } = await start(harness);
      const row = `[${Array.from({ length: count }, (_, at) => at).join(',')}]`;
      const columns = Array.from({ length: count }, (_, at) => ({
        ...numberColumn,
        name: `c${at}`,
      }));
      const json = Buffer.from([row, row].join(',\n'));
      await worker.finishWithRows(statement, [{ rowCount: 2, json }], { columns });
      return statement;
    };
    const statement = await wide(1_600);
    const { body } = await download(harness, downloadPathOf(statement, 'ndjson'));
    const object = JSON.parse(body.toString().split('\n')[1]!) as Record<string, number>;
    t.equal(Object.keys(object).length, 1_600);
    t.equal(object['c1599'], 1_599);
    const tooWide = await download(harness, downloadPathOf(await wide(16_385), 'xlsx'));
    t.equal(tooWide.status, 400);
    t.match(JSON.parse(tooWide.body.toString()), { code: 'too_many_columns' });
  },
);
