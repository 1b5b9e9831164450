import t from 'tap';
import { finish } from './execution-finished.js';
import { openExecutionHarness } from './execution-harness.js';
import { download, downloadPathOf, textFormats } from './download-support.js';

t.test('ranges of downloads', async (t) => {
  const harness = await openExecutionHarness();
  t.teardown(() => harness.stop());
  const get = (path: string, headers?: Record<string, string>) => download(harness, path, headers);
  const { statement: long } = await finish(harness, 250_000);

  t.test('an interrupted download resumes with the remaining bytes', async (t) => {
    for (const format of textFormats) {
      const whole = await get(downloadPathOf(long, format));
      const etag = String(whole.headers.etag);
      const total = whole.body.length;
      t.equal(
        whole.headers['content-length'],
        undefined,
        'the length is unknown before the first conversion',
      );
      const cuts = [0, 1, 2, 65_535, 65_536, 1_048_577, total >> 1, total - 3, total - 1];
      for (const cut of cuts) {
        const rest = await get(downloadPathOf(long, format), {
          range: `bytes=${cut}-`,
          'if-range': etag,
        });
        t.equal(rest.status, 206);
        t.equal(rest.headers['content-range'], `bytes ${cut}-${total - 1}/${total}`);
        t.equal(rest.headers['content-length'], String(total - cut));
        t.ok(rest.body.equals(whole.body.subarray(cut)), `${format} from ${cut}`);
      }
      const pieces: Buffer[] = [];
      for (let at = 0; at < total; at += 777_777) {
        pieces.push(
          (await get(downloadPathOf(long, format), { range: `bytes=${at}-${at + 777_776}` })).body,
        );
      }
      t.ok(Buffer.concat(pieces).equals(whole.body), 'the ranges together equal the whole');
      const again = await get(downloadPathOf(long, format));
      t.equal(
        again.headers['content-length'],
        String(total),
        'the length is known after the first conversion',
      );
    }
    t.same(await harness.openFiles(), []);
  });

  t.test('range requests follow RFC 9110', async (t) => {
    const { statement } = await finish(harness, 5);
    const path = downloadPathOf(statement, 'csv');
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
    t.equal((await get(downloadPathOf(statement, 'xlsx'), { range: 'bytes=0-1' })).status, 200);
  });

  t.test('HEAD returns the known headers without a body', async (t) => {
    const { statement } = await finish(harness, 5);
    const { body } = await get(downloadPathOf(statement, 'csv'));
    const small = await harness.request('alice', 'HEAD', downloadPathOf(statement, 'csv'), {
      headers: { range: 'bytes=0-1' },
    });
    t.equal(small.status, 200);
    t.equal(small.headers.get('content-length'), String(body.length));
    const unknown = await harness.request(
      'alice',
      'HEAD',
      downloadPathOf(long, 'csv', '?raw=true'),
    );
    t.equal(unknown.status, 200);
    t.equal(unknown.headers.get('content-length'), null);
    t.equal((await harness.request('alice', 'HEAD', downloadPathOf(long, 'xlsx'))).status, 200);
    await harness.untilFilesAreClosed();
  });
});
