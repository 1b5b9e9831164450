import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { webPages } from '../dist/http/route-access.js';
import { openTestApi } from './support.js';

const html = `<meta name="mount" content="" /><meta name="style-nonce" content="" />
<script type="module" src="./assets/main-1.js"></script><link rel="icon" href="./favicon.svg" />`;
const script = 'console.log("the workbench")';

async function openWeb(t: Test, settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'assets', 'main-1.js'), script);
  await writeFile(join(folder, 'assets', 'main-1.js.br'), brotliCompressSync(script));
  const api = await openTestApi({ settings, dependencies: { webFolder: folder } });
  t.teardown(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });
  return api;
}

t.test('every page of the workbench is the same public document', async (t) => {
  const api = await openWeb(t);
  for (const path of webPages) {
    const page = await api.anonymous('GET', path.replace(/:\w+/, '7'));
    t.equal(page.statusCode, 200, path);
    t.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    t.match(page.body, 'src="/assets/main-1.js"');
  }
  for (const path of ['/elsewhere', '/admin/users/7', '/assets/none.js', '/assets/../index.html']) {
    t.equal((await api.anonymous('GET', path)).statusCode, 404, path);
  }
});

t.test('an unknown page returns 404 as a page to browsers', async (t) => {
  const api = await openWeb(t, { SERVICE_BASE_URL: '/sub' });
  const visit = (path: string) =>
    api.anonymous('GET', path, undefined, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  for (const path of ['/sub/elsewhere', '/sub/admin/users/7', '/sub/apiary?a=1']) {
    const page = await visit(path);
    t.equal(page.statusCode, 404, path);
    t.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    t.match(page.headers['content-security-policy'], /style-src 'self' 'nonce-/);
    t.match(page.body, 'src="/sub/assets/main-1.js"');
  }
  for (const path of [
    '/sub/api/none',
    '/sub/api',
    '/sub/assets/none.js',
    '/elsewhere',
    '/subway',
  ]) {
    t.match((await visit(path)).json(), { title: 'Not found' }, path);
  }
  t.match((await api.anonymous('GET', '/sub/elsewhere')).json(), { title: 'Not found' });
  t.equal(
    (await api.anonymous('POST', '/sub/elsewhere', {}, { accept: 'text/html' })).statusCode,
    404,
  );
});

t.test('styles need the nonce of the page, and scripts must be files of this origin', async (t) => {
  const api = await openWeb(t);
  const nonces = new Set<string>();
  for (let count = 0; count < 5; count++) {
    const page = await api.anonymous('GET', '/signin');
    const [, nonce = ''] = /name="style-nonce" content="([^"]+)"/.exec(page.body) ?? [];
    const policy = String(page.headers['content-security-policy']);
    t.match(policy, `style-src 'self' 'nonce-${nonce}'`);
    t.match(policy, "script-src 'self';");
    t.notMatch(policy, 'unsafe');
    nonces.add(nonce);
  }
  t.equal(nonces.size, 5, 'each nonce is used once');
});

t.test('assets are immutable and compressed', async (t) => {
  const api = await openWeb(t);
  const plain = await api.anonymous('GET', '/assets/main-1.js');
  t.equal(plain.body, script);
  t.match(plain.headers['cache-control'], /immutable/);
  const compressed = await api.anonymous('GET', '/assets/main-1.js', undefined, {
    'accept-encoding': 'br',
  });
  t.equal(compressed.headers['content-encoding'], 'br');
  t.match(compressed.headers['content-type'], /javascript/);
  t.equal(brotliDecompressSync(compressed.rawPayload).toString(), script);
});

t.test('under a path prefix the document refers to paths with the prefix', async (t) => {
  const api = await openWeb(t, { SERVICE_BASE_URL: '/sub' });
  for (const path of ['/sub', '/sub/', '/sub/queries/new']) {
    const page = await api.anonymous('GET', path);
    t.match(page.body, 'src="/sub/assets/main-1.js"', path);
    t.match(page.body, 'name="mount" content="/sub"');
  }
  t.equal((await api.anonymous('GET', '/sub/assets/main-1.js')).body, script);
  t.equal((await api.anonymous('GET', '/assets/main-1.js')).statusCode, 404);
});
