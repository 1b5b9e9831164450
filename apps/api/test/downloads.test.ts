import { readFile, truncate, unlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ColumnInfo, ErrorBody, Statement } from '@sluice/contracts';
import { parse } from 'content-disposition';
import t from 'tap';
import { finish, rawGet, start } from './execution-finished.js';
import { numberColumn, numberRows } from './execution-player.js';
import { createWorld, type World } from './execution-support.js';

const formats = ['csv', 'json', 'ndjson', 'xlsx'] as const;
const textFormats = ['csv', 'json', 'ndjson'] as const;
const pathOf = ({ id }: Statement, format: string, query = '') =>
  `/api/statements/${id}/download.${format}${query}`;

const textColumn: ColumnInfo = { ...numberColumn, name: 't', datatype: 'string', dbType: 'text' };

/** One download, read to its end. */
const download = async (world: World, path: string, headers: Record<string, string> = {}) => {
  const response = await rawGet(world, path, headers);
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
};

t.test('downloads', async (t) => {
  const world = await createWorld();
  t.teardown(() => world.stop());
  const get = (path: string, headers?: Record<string, string>) => download(world, path, headers);
  const errorOf = async (path: string, headers?: Record<string, string>) => {
    const { status, body } = await get(path, headers);
    return { status, body: JSON.parse(body.toString()) as ErrorBody };
  };
  const { statement: long } = await finish(world, 250_000);
  // Larger than the socket buffers of a client that reads nothing; a sheet holds at most 1,048,576 rows.
  const { statement: longest } = await finish(world, 1_500_000);
  const { statement: longestSheet } = await finish(world, 1_000_000);

  t.test(
    'each format, by both paths, with its type, its name and no traces in caches',
    async (t) => {
      const { statement } = await finish(world, 2);
      const day = statement.createdAt.slice(0, 10);
      const expected = {
        csv: ['text/csv; charset=utf-8; header=present', 'n\r\n1\r\n2\r\n'],
        json: ['application/json; charset=utf-8', '[{"n":1},\n{"n":2}]'],
        ndjson: ['application/x-ndjson; charset=utf-8', '{"n":1}\n{"n":2}\n'],
        xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      };
      for (const format of formats) {
        const [type, text = ''] = expected[format];
        const answer = await get(pathOf(statement, format));
        t.match(answer, {
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
          t.equal(answer.body.toString(), text);
          t.equal(answer.headers['content-length'], String(text.length));
        } else t.equal(answer.body.subarray(0, 2).toString(), 'PK');
        const other = await get(`/statement-results/${statement.id}.${format}`);
        t.ok(other.body.equals(answer.body));
        t.equal(other.headers.etag, answer.headers.etag);
      }
      t.equal((await get(pathOf(statement, 'pdf'))).status, 404);
      t.equal((await get(`/statement-results/${statement.id}`)).status, 404);
      t.equal((await get('/statement-results/..%2f..%2fetc%2fpasswd.csv')).status, 404);
      t.same(await world.openFiles(), []);
    },
  );

  t.test('a hostile name of a batch becomes a harmless name of a file', async (t) => {
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
      const batch = await world.submit('alice', 'select 1', { name });
      const statement = batch.statements[0]!;
      const worker = await world.play(batch);
      await worker.start(statement);
      await worker.finishWithRows(statement, [numberRows(1, 1)]);
      const { headers, status } = await get(pathOf(statement, 'csv'));
      const header = headers['content-disposition'] ?? '';
      t.equal(status, 200);
      t.match(header, /^attachment; filename="[\x20-\x7e]*"(; filename\*=UTF-8''[!-~]+)?$/);
      t.match(parse(Buffer.from(header, 'latin1').toString()).parameters['filename'], expected);
      t.equal(headers['set-cookie'], undefined);
    }
    const batch = await world.submit('alice', 'select 1; select 2', { name: 'two' });
    const worker = await world.play(batch);
    for (const statement of batch.statements) {
      await worker.start(statement);
      await worker.finishWithRows(statement, [numberRows(1, 1)]);
    }
    const { headers } = await get(pathOf(batch.statements[1]!, 'csv'));
    t.match(headers['content-disposition'], /filename="two [\d-]{10} statement 2\.csv"$/);
  });

  t.test(
    'cells and names that a spreadsheet would run are defused, unless asked for raw',
    async (t) => {
      const { statement, worker } = await start(world);
      const texts = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', ' =1', 'a;=1', '-2'];
      const json = Buffer.from(texts.map((text) => `[-5,${JSON.stringify(text)}]`).join(',\n'));
      await worker.finishWithRows(statement, [{ rowCount: texts.length, json }], {
        columns: [numberColumn, { ...textColumn, name: '=t' }],
      });
      const safe = (await get(pathOf(statement, 'csv'))).body.toString();
      t.equal(
        safe,
        `n,'=t\r\n-5,'=1+1\r\n-5,'+1\r\n-5,'-1\r\n-5,'@x\r\n-5,'\t'=1\r\n-5,"'\r'=1"\r\n` +
          "-5, '=1\r\n-5,a;'=1\r\n-5,'-2\r\n",
      );
      const raw = await get(pathOf(statement, 'csv', '?raw=true&bom=true'));
      t.ok(raw.body.toString().startsWith('\ufeffn,=t\r\n-5,=1+1\r\n'));
      t.notOk(raw.body.includes("'"));
      t.not(raw.headers.etag, (await get(pathOf(statement, 'csv', '?raw=true'))).headers.etag);
      t.match(await errorOf(pathOf(statement, 'csv', '?raw=yes')), {
        status: 400,
        body: { errors: [{ path: 'raw', message: 'must be true or false' }] },
      });
    },
  );

  t.test('a download that was cut off goes on where it ended, and is the whole', async (t) => {
    for (const format of textFormats) {
      const whole = await get(pathOf(long, format));
      const etag = String(whole.headers.etag);
      const total = whole.body.length;
      t.equal(whole.headers['content-length'], undefined, 'unknown before it is converted once');
      const cuts = [0, 1, 2, 65_535, 65_536, 1_048_577, total >> 1, total - 3, total - 1];
      for (const cut of cuts) {
        const rest = await get(pathOf(long, format), { range: `bytes=${cut}-`, 'if-range': etag });
        t.equal(rest.status, 206);
        t.equal(rest.headers['content-range'], `bytes ${cut}-${total - 1}/${total}`);
        t.equal(rest.headers['content-length'], String(total - cut));
        t.ok(rest.body.equals(whole.body.subarray(cut)), `${format} from ${cut}`);
      }
      const pieces: Buffer[] = [];
      for (let at = 0; at < total; at += 777_777) {
        pieces.push(
          (await get(pathOf(long, format), { range: `bytes=${at}-${at + 777_776}` })).body,
        );
      }
      t.ok(Buffer.concat(pieces).equals(whole.body), 'pieces make the whole');
      const again = await get(pathOf(long, format));
      t.equal(again.headers['content-length'], String(total), 'known by now');
    }
    t.same(await world.openFiles(), []);
  });

  t.test('ranges of every kind are answered as RFC 9110 has it', async (t) => {
    const { statement } = await finish(world, 5);
    const path = pathOf(statement, 'csv');
    const { body: whole, headers } = await get(path);
    const etag = String(headers.etag);
    const part = async (range: string, more: Record<string, string> = {}) => {
      const { status, body, headers: got } = await get(path, { range, ...more });
      return [status, body.toString(), got['content-range']];
    };
    const all = [200, whole.toString(), undefined];
    const total = whole.length;
    t.same(await part('bytes=3-5'), [206, '1\r\n', `bytes 3-5/${total}`]);
    t.same(await part('bytes=-3'), [206, '5\r\n', `bytes ${total - 3}-${total - 1}/${total}`]);
    t.same(await part('bytes=-999'), [206, all[1], `bytes 0-${total - 1}/${total}`]);
    t.same(await part('BYTES= 0-99999999999999999999'), [
      206,
      all[1],
      `bytes 0-${total - 1}/${total}`,
    ]);
    for (const ignored of [
      ...['bytes=5-3', 'bytes=-', 'bytes=', 'rows=0-1', 'bytes=0-1,3-4', 'bytes=a-b', 'bytes=-1-2'],
      `bytes=${Array.from({ length: 1_000 }, () => '0-').join(',')}`,
    ]) {
      t.same(await part(ignored), all, ignored.slice(0, 20));
    }
    for (const beyond of [`bytes=${total}-`, 'bytes=999-1000', 'bytes=-0']) {
      const refused = await get(path, { range: beyond });
      t.equal(refused.status, 416);
      t.equal(refused.headers['content-range'], `bytes */${total}`);
      t.match(JSON.parse(refused.body.toString()), { code: 'range_not_satisfiable' });
    }
    t.equal((await part('bytes=0-1', { 'if-range': etag }))[0], 206);
    for (const other of [`W/${etag}`, '"other"', new Date().toUTCString()]) {
      t.same(await part('bytes=0-1', { 'if-range': other }), all, `if-range ${other}`);
    }
    t.equal((await get(path, { 'if-none-match': etag, range: 'bytes=0-1' })).status, 304);
    t.equal((await get(pathOf(statement, 'xlsx'), { range: 'bytes=0-1' })).status, 200);
  });

  t.test('HEAD tells what is known and sends nothing', async (t) => {
    const { statement } = await finish(world, 5);
    const { body } = await get(pathOf(statement, 'csv'));
    const small = await world.request('alice', 'HEAD', pathOf(statement, 'csv'), {
      headers: { range: 'bytes=0-1' },
    });
    t.equal(small.status, 200);
    t.equal(small.headers.get('content-length'), String(body.length));
    const unknown = await world.request('alice', 'HEAD', pathOf(long, 'csv', '?raw=true'));
    t.equal(unknown.status, 200);
    t.equal(unknown.headers.get('content-length'), null);
    t.equal((await world.request('alice', 'HEAD', pathOf(long, 'xlsx'))).status, 200);
    await world.untilFilesAreClosed();
  });

  t.test('results without rows or without columns are files without them', async (t) => {
    const empty = await start(world);
    await empty.worker.finishWithRows(empty.statement, []);
    const none = await start(world);
    await none.worker.finish(none.statement);
    const bodies = async (statement: Statement) => {
      const texts: string[] = [];
      for (const format of textFormats) {
        const { status, body } = await get(pathOf(statement, format));
        t.equal(status, 200);
        texts.push(body.toString());
      }
      t.equal((await get(pathOf(statement, 'xlsx'))).status, 200);
      return texts;
    };
    t.same(await bodies(empty.statement), ['n\r\n', '[]', '']);
    t.same(await bodies(none.statement), ['', '[]', '']);
    const beyond = await get(pathOf(none.statement, 'csv'), { range: 'bytes=0-' });
    t.equal(beyond.status, 416);
    t.equal(beyond.headers['content-range'], 'bytes */0');
  });

  t.test('only the owner gets them, and only of what has finished', async (t) => {
    const { statement } = await finish(world, 3);
    const running = await start(world);
    const expired = await finish(world, 3);
    // What has just ended is remembered for its first reader.
    await world.get('alice', `/api/batches/${expired.batch.id}`);
    t.equal((await get(pathOf(expired.statement, 'csv'))).status, 200);
    await world.database.statement.update({
      where: { id: expired.statement.id },
      data: { resultsPath: null },
    });
    for (const format of formats) {
      for (const user of ['bob', 'admin']) {
        const answer = await world.get(user, pathOf(statement, format));
        t.equal(answer.status, 403);
        t.equal(answer.headers.get('content-disposition'), null);
      }
      t.match(await errorOf(pathOf(running.statement, format)), {
        status: 404,
        body: { title: 'Not found', code: 'results_not_ready' },
      });
      t.match(await errorOf(pathOf(expired.statement, format)), {
        status: 404,
        body: { title: 'Not found', code: 'results_expired' },
      });
    }
  });

  t.test('missing data is a 500, and damaged data never looks whole', async (t) => {
    const missing = await finish(world, 3);
    await unlink(missing.file);
    const short = await finish(world, 50_000);
    await truncate(short.file, 1_000);
    const changed = await finish(world, 200_000);
    const bytes = await readFile(changed.file);
    bytes[bytes.length - 10] = 0x31;
    await writeFile(changed.file, bytes);
    for (const format of formats) {
      t.equal((await get(pathOf(missing.statement, format))).status, 500);
      t.equal((await get(pathOf(short.statement, format))).status, 500);
      await t.rejects(get(pathOf(changed.statement, format)), format);
    }
    t.ok(JSON.stringify(world.log).includes('A download was cut off'));
    await world.untilFilesAreClosed();
  });

  t.test('what is being downloaded when its result is removed comes whole', async (t) => {
    for (const format of formats) {
      const whole = await get(pathOf(long, format));
      const { statement, file } = await finish(world, 250_000);
      const response = await rawGet(world, pathOf(statement, format));
      await unlink(file);
      const body = await buffer(response);
      if (format === 'xlsx') t.equal(body.subarray(-22, -20).toString(), 'PK', 'the end is there');
      else t.ok(body.equals(whole.body));
    }
  });

  t.test('a client that goes away closes the files', async (t) => {
    for (const format of formats) {
      const path = pathOf(format === 'xlsx' ? longestSheet : longest, format);
      const responses = await Promise.all(Array.from({ length: 5 }, () => rawGet(world, path)));
      t.equal((await world.openFiles()).length, 5);
      for (const response of responses) response.destroy();
      await world.untilFilesAreClosed();
    }
  });

  t.test('many ranges at once are whole, and many downloads at once are refused', async (t) => {
    const whole = await get(pathOf(long, 'ndjson'));
    const parts = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        get(pathOf(long, 'ndjson'), { range: `bytes=${at * 1_000}-${at * 1_000 + 99_999}` }),
      ),
    );
    parts.forEach(({ body }, at) => {
      t.ok(body.equals(whole.body.subarray(at * 1_000, at * 1_000 + 100_000)));
    });
    const open: IncomingMessage[] = [];
    for (let count = 0; count < 64; count++) open.push(await rawGet(world, pathOf(longest, 'csv')));
    t.ok(open.every(({ statusCode }) => statusCode === 200));
    for (const format of formats) {
      t.match(await errorOf(pathOf(long, format)), {
        status: 429,
        body: { code: 'too_many_streams' },
      });
    }
    for (const response of open) response.destroy();
    await world.untilFilesAreClosed();
  });
});

t.test('downloads can be switched off, and a reader that takes nothing is cut off', async (t) => {
  const off = await createWorld({ settings: { allowsDownloads: false } });
  t.teardown(() => off.stop());
  const { statement } = await finish(off, 3);
  for (const format of formats) {
    t.match(await off.get('alice', pathOf(statement, format)), {
      status: 403,
      body: { code: 'downloads_disabled' },
    });
  }
  const world = await createWorld({ settings: { stallSeconds: 0.3 } });
  t.teardown(() => world.stop());
  const { statement: long } = await finish(world, 1_000_000);
  for (const format of formats) {
    const stalled = await rawGet(world, pathOf(long, format));
    stalled.pause();
    await world.untilFilesAreClosed();
    await t.rejects(buffer(stalled), `${format} is not complete`);
  }
});

t.test('a wide result: 1,600 columns, and too many for a sheet', async (t) => {
  const world = await createWorld();
  t.teardown(() => world.stop());
  const wide = async (count: number) => {
    const { statement, worker } = await start(world);
    const row = `[${Array.from({ length: count }, (_, at) => at).join(',')}]`;
    const columns = Array.from({ length: count }, (_, at) => ({ ...numberColumn, name: `c${at}` }));
    const json = Buffer.from([row, row].join(',\n'));
    await worker.finishWithRows(statement, [{ rowCount: 2, json }], { columns });
    return statement;
  };
  const statement = await wide(1_600);
  const { body } = await download(world, pathOf(statement, 'ndjson'));
  const object = JSON.parse(body.toString().split('\n')[1]!) as Record<string, number>;
  t.equal(Object.keys(object).length, 1_600);
  t.equal(object['c1599'], 1_599);
  const tooWide = await download(world, pathOf(await wide(16_385), 'xlsx'));
  t.equal(tooWide.status, 400);
  t.match(JSON.parse(tooWide.body.toString()), { code: 'too_many_columns' });
});
