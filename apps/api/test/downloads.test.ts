import { readFile, truncate, unlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ColumnInfo, ErrorBody, Statement } from '@sluice/contracts';
import { parse } from 'content-disposition';
import t from 'tap';
import { finish, rawGet, start } from './execution-finished.js';
import { numberColumn, numberRows } from './execution-worker.js';
import { openExecutionHarness } from './execution-harness.js';
import { download, downloadPathOf, formats, textFormats } from './download-support.js';

const textColumn: ColumnInfo = { ...numberColumn, name: 't', datatype: 'string', dbType: 'text' };

t.test('downloads', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const get = (path: string, headers?: Record<string, string>) => download(harness, path, headers);
  const errorOf = async (path: string, headers?: Record<string, string>) => {
    const { status, body } = await get(path, headers);
    return { status, body: JSON.parse(body.toString()) as ErrorBody };
  };
  const { statement: long } = await finish(harness, 250_000);
  // Larger than the socket buffers of a client that reads nothing; a sheet holds at most 1,048,576 rows.
  const { statement: longest } = await finish(harness, 1_500_000);
  const { statement: longestSheet } = await finish(harness, 1_000_000);

  t.test('a view selects and sorts the rows of a download', async (t) => {
    const view = (value: unknown): string => `?view=${encodeURIComponent(JSON.stringify(value))}`;
    const sorted = {
      filters: [{ column: 0, operator: '>', value: 249_997 }],
      sort: [{ column: 0, descending: true }],
    };
    const expected = {
      csv: 'n\r\n250000\r\n249999\r\n249998\r\n',
      json: '[{"n":250000},\n{"n":249999},\n{"n":249998}]',
      ndjson: '{"n":250000}\n{"n":249999}\n{"n":249998}\n',
    };
    for (const format of textFormats) {
      const response = await get(downloadPathOf(long, format, view(sorted)), {
        range: 'bytes=0-1',
      });
      t.match(response, { status: 200, headers: { 'accept-ranges': 'none' } });
      t.equal(response.body.toString(), expected[format]);
    }
    const search = { search: { text: '9' }, sort: [{ column: 0, descending: true }] };
    const many = await get(downloadPathOf(long, 'ndjson', view(search)));
    const found = Array.from({ length: 250_000 }, (_, at) => String(250_000 - at));
    const lines = found.filter((text) => text.includes('9')).map((text) => `{"n":${text}}\n`);
    t.ok(lines.length > 10_000, 'several pages');
    t.equal(many.body.toString(), lines.join(''));
    const none = { filters: [{ column: 0, operator: '<', value: 0 }] };
    t.equal((await get(downloadPathOf(long, 'json', view(none)))).body.toString(), '[]');
    t.not(
      many.headers.etag,
      (await get(downloadPathOf(long, 'ndjson', view(sorted)))).headers.etag,
    );
  });

  t.test('a wrong view is named', async (t) => {
    const wrong: [string, string][] = [
      ['{', 'view'],
      ['{"limit":5}', 'view'],
      ['{"sort":[{"column":"n"}]}', 'view.sort.0.column'],
      ['{"sort":[{"column":7}]}', 'sort.0.column'],
    ];
    for (const [text, path] of wrong) {
      const query = `?view=${encodeURIComponent(text)}`;
      const { status, body } = await errorOf(downloadPathOf(long, 'csv', query));
      t.equal(status, 400, text);
      t.equal(body.errors?.[0]?.path, path);
    }
  });

  t.test(
    'each format is served under both paths with its content type, file name and no-store',
    async (t) => {
      const { statement } = await finish(harness, 2);
      const day = statement.createdAt.slice(0, 10);
      const expected = {
        csv: ['text/csv; charset=utf-8; header=present', 'n\r\n1\r\n2\r\n'],
        json: ['application/json; charset=utf-8', '[{"n":1},\n{"n":2}]'],
        ndjson: ['application/x-ndjson; charset=utf-8', '{"n":1}\n{"n":2}\n'],
        xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      };
      for (const format of formats) {
        const [type, text = ''] = expected[format];
        const response = await get(downloadPathOf(statement, format));
        t.match(response, {
          status: 200,
          headers: {
            'content-type': type,
            'content-disposition': `attachment; filename="results ${day}.${format}"`,
            'cache-control': 'private, no-store',
            'accept-ranges': format === 'xlsx' ? 'none' : 'bytes',
            etag: /^"[^"]+"$/,
          },
        });
        if (format !== 'xlsx') {
          t.equal(response.body.toString(), text);
          t.equal(response.headers['content-length'], String(text.length));
        } else t.equal(response.body.subarray(0, 2).toString(), 'PK');
        const other = await get(`/statement-results/${statement.id}.${format}`);
        t.ok(other.body.equals(response.body));
        t.equal(other.headers.etag, response.headers.etag);
      }
      t.equal((await get(downloadPathOf(statement, 'pdf'))).status, 404);
      t.equal((await get(`/statement-results/${statement.id}`)).status, 404);
      t.equal((await get('/statement-results/..%2f..%2fetc%2fpasswd.csv')).status, 404);
      t.same(await harness.openFiles(), []);
    },
  );

  t.test('a hostile batch name becomes a safe file name', async (t) => {
    const names: [string, RegExp | string][] = [
      ['Sales "Q1"; filename=x.exe', /^Sales Q1 ; filename=x\.exe [\d-]+\.csv$/],
      ['../../etc/passwd', /^etc passwd [\d-]+\.csv$/],
      ['a\r\nset-cookie: x=1', /^a set-cookie x=1 [\d-]+\.csv$/],
      ['gpj.\u202evsc.exe', /^gpj\. vsc\.exe [\d-]+\.csv$/],
      ['Umsätze 漢字 🎈', /^Umsätze 漢字 🎈 [\d-]+\.csv$/],
      ['CON.txt', /^_CON\.txt [\d-]+\.csv$/],
      ['%41%0d%0a', /^%41%0d%0a [\d-]+\.csv$/],
      ['.hidden ', /^hidden [\d-]+\.csv$/],
      ['\u0001\u200b\ufeff', /^results [\d-]+\.csv$/],
      ['x'.repeat(255), /^x{100} [\d-]+\.csv$/],
    ];
    for (const [name, expected] of names) {
      const batch = await harness.submit('alice', 'select 1', { name });
      const statement = batch.statements[0]!;
      const worker = await harness.claimAsWorker(batch);
      await worker.start(statement);
      await worker.finishWithRows(statement, [numberRows(1, 1)]);
      const { headers, status } = await get(downloadPathOf(statement, 'csv'));
      const header = headers['content-disposition'] ?? '';
      t.equal(status, 200);
      t.match(header, /^attachment; filename="[\x20-\x7e]*"(; filename\*=UTF-8''[!-~]+)?$/);
      t.match(parse(Buffer.from(header, 'latin1').toString()).parameters['filename'], expected);
      t.equal(headers['set-cookie'], undefined);
    }
    const batch = await harness.submit('alice', 'select 1; select 2', { name: 'two' });
    const worker = await harness.claimAsWorker(batch);
    for (const statement of batch.statements) {
      await worker.start(statement);
      await worker.finishWithRows(statement, [numberRows(1, 1)]);
    }
    const { headers } = await get(downloadPathOf(batch.statements[1]!, 'csv'));
    t.match(headers['content-disposition'], /filename="two [\d-]{10} statement 2\.csv"$/);
  });

  t.test(
    'formulas in CSV cells and headers are escaped unless raw output is requested',
    async (t) => {
      const { statement, worker } = await start(harness);
      const texts = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', ' =1', 'a;=1', '-2'];
      const json = Buffer.from(texts.map((text) => `[-5,${JSON.stringify(text)}]`).join(',\n'));
      await worker.finishWithRows(statement, [{ rowCount: texts.length, json }], {
        columns: [numberColumn, { ...textColumn, name: '=t' }],
      });
      const safe = (await get(downloadPathOf(statement, 'csv'))).body.toString();
      t.equal(
        safe,
        `n,'=t\r\n-5,'=1+1\r\n-5,'+1\r\n-5,'-1\r\n-5,'@x\r\n-5,'\t'=1\r\n-5,"'\r'=1"\r\n` +
          "-5, '=1\r\n-5,a;'=1\r\n-5,'-2\r\n",
      );
      const raw = await get(downloadPathOf(statement, 'csv', '?raw=true&bom=true'));
      t.ok(raw.body.toString().startsWith('\ufeffn,=t\r\n-5,=1+1\r\n'));
      t.notOk(raw.body.includes("'"));
      t.not(
        raw.headers.etag,
        (await get(downloadPathOf(statement, 'csv', '?raw=true'))).headers.etag,
      );
      t.match(await errorOf(downloadPathOf(statement, 'csv', '?raw=yes')), {
        status: 400,
        body: { errors: [{ path: 'raw', message: 'must be true or false' }] },
      });
    },
  );

  t.test('results without rows or columns are exported as empty files', async (t) => {
    const empty = await start(harness);
    await empty.worker.finishWithRows(empty.statement, []);
    const none = await start(harness);
    await none.worker.finish(none.statement);
    const bodies = async (statement: Statement) => {
      const texts: string[] = [];
      for (const format of textFormats) {
        const { status, body } = await get(downloadPathOf(statement, format));
        t.equal(status, 200);
        texts.push(body.toString());
      }
      t.equal((await get(downloadPathOf(statement, 'xlsx'))).status, 200);
      return texts;
    };
    t.same(await bodies(empty.statement), ['n\r\n', '[]', '']);
    t.same(await bodies(none.statement), ['', '[]', '']);
    const beyond = await get(downloadPathOf(none.statement, 'csv'), { range: 'bytes=0-' });
    t.equal(beyond.status, 416);
    t.equal(beyond.headers['content-range'], 'bytes */0');
  });

  t.test('only the owner can download results, and only of finished statements', async (t) => {
    const { statement } = await finish(harness, 3);
    const running = await start(harness);
    const expired = await finish(harness, 3);
    // Reads the batch once, because a result that has just finished is cached for its first reader.
    await harness.get('alice', `/api/batches/${expired.batch.id}`);
    t.equal((await get(downloadPathOf(expired.statement, 'csv'))).status, 200);
    await harness.database.statement.update({
      where: { id: expired.statement.id },
      data: { resultsPath: null },
    });
    for (const format of formats) {
      for (const user of ['bob', 'admin']) {
        const response = await harness.get(user, downloadPathOf(statement, format));
        t.equal(response.status, 403);
        t.equal(response.headers.get('content-disposition'), null);
      }
      t.match(await errorOf(downloadPathOf(running.statement, format)), {
        status: 404,
        body: { title: 'Not found', code: 'results_not_ready' },
      });
      t.match(await errorOf(downloadPathOf(expired.statement, format)), {
        status: 404,
        body: { title: 'Not found', code: 'results_expired' },
      });
    }
  });

  t.test('missing data returns 500, and damaged data never looks complete', async (t) => {
    const missing = await finish(harness, 3);
    await unlink(missing.file);
    const short = await finish(harness, 50_000);
    await truncate(short.file, 1_000);
    const changed = await finish(harness, 200_000);
    const bytes = await readFile(changed.file);
    bytes[bytes.length - 10] = 0x31;
    await writeFile(changed.file, bytes);
    for (const format of formats) {
      t.equal((await get(downloadPathOf(missing.statement, format))).status, 500);
      t.equal((await get(downloadPathOf(short.statement, format))).status, 500);
      await t.rejects(get(downloadPathOf(changed.statement, format)), format);
    }
    t.ok(JSON.stringify(harness.log).includes('download aborted'));
    await harness.untilFilesAreClosed();
  });

  t.test('a download completes if its result is deleted meanwhile', async (t) => {
    for (const format of formats) {
      const whole = await get(downloadPathOf(long, format));
      const { statement, file } = await finish(harness, 250_000);
      const response = await rawGet(harness, downloadPathOf(statement, format));
      await unlink(file);
      const body = await buffer(response);
      if (format === 'xlsx')
        t.equal(body.subarray(-22, -20).toString(), 'PK', 'the workbook is complete');
      else t.ok(body.equals(whole.body));
    }
  });

  t.test('files are closed when a client disconnects', async (t) => {
    for (const format of formats) {
      const path = downloadPathOf(format === 'xlsx' ? longestSheet : longest, format);
      const responses = await Promise.all(Array.from({ length: 5 }, () => rawGet(harness, path)));
      t.equal((await harness.openFiles()).length, 5);
      for (const response of responses) response.destroy();
      await harness.untilFilesAreClosed();
    }
  });

  t.test(
    'many concurrent ranges are complete, and too many concurrent downloads are refused',
    async (t) => {
      const whole = await get(downloadPathOf(long, 'ndjson'));
      const parts = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          get(downloadPathOf(long, 'ndjson'), {
            range: `bytes=${at * 1_000}-${at * 1_000 + 99_999}`,
          }),
        ),
      );
      parts.forEach(({ body }, at) => {
        t.ok(body.equals(whole.body.subarray(at * 1_000, at * 1_000 + 100_000)));
      });
      const open: IncomingMessage[] = [];
      for (let count = 0; count < 64; count++)
        open.push(await rawGet(harness, downloadPathOf(longest, 'csv')));
      t.ok(open.every(({ statusCode }) => statusCode === 200));
      for (const format of formats) {
        t.match(await errorOf(downloadPathOf(long, format)), {
          status: 429,
          body: { code: 'too_many_streams' },
        });
      }
      for (const response of open) response.destroy();
      await harness.untilFilesAreClosed();
    },
  );
});
