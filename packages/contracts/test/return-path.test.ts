import { isReturnPath } from '@sluice/contracts/return-path';
import fc from 'fast-check';
import t from 'tap';

const origin = 'https://sluice.example';

t.test('a path of the service is followed after a sign-in', (t) => {
  for (const path of [
    '/',
    '/queries/new',
    '/queries/1?tab=chart#rows',
    '/history?filter=%7B%22text%22%3A%22a%22%7D',
    '/%09/evil.test',
    '/a//b',
    '/queries?next=https://evil.test',
    '/queries/@evil.test',
  ]) {
    t.ok(isReturnPath(path), path);
    t.ok(isReturnPath(`/sub${path}`, '/sub'), `/sub${path}`);
  }
  t.end();
});

t.test('an address that could lead to another site is not followed', (t) => {
  for (const path of [
    '',
    'queries',
    '//evil.test',
    '///evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\r/evil.test',
    '\t//evil.test',
    ' /queries',
    '/\\evil.test',
    '\\\\evil.test',
    '/a\\b',
    '/.//evil.test',
    '/..//evil.test',
    '/%2e//evil.test',
    '/a/..//evil.test',
    'https:evil.test',
    'https:/evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    'user@evil.test',
    '@evil.test',
    `${origin}@evil.test/`,
    '/\u0000/evil.test',
    '/\u2028/evil.test',
    '/\uff0fevil.test',
    `/${'a'.repeat(2_000)}`,
  ]) {
    t.notOk(isReturnPath(path), encodeURIComponent(path.slice(0, 40)));
  }
  t.end();
});

t.test('below a mount path, nothing beside it is followed', (t) => {
  for (const path of ['/', '/other', '/subway', '/sub', '/sub/../other', '/sub/%2e%2e/other']) {
    t.notOk(isReturnPath(path, '/sub'), path);
  }
  t.ok(isReturnPath('/sub/a/../b', '/sub'));
  t.end();
});

t.test('whatever is accepted, a browser stays at the service', (t) => {
  const part = fc.constantFrom(
    ...['/', '\\', '.', '..', '\t', '\n', '\r', ' ', '@', ':', '?', '#', '%2f', '%2e', 'a'],
    ...['https:', 'evil.test', '[', '\u00a0', '\u3002'],
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
  );
  for (const mountPath of ['', '/sub']) {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isBelow) => {
        const path = isBelow ? `${mountPath}/${text}` : text;
        if (!isReturnPath(path, mountPath)) return true;
        const url = new URL(path, `${origin}/signin`);
        return url.origin === origin && `${url.pathname}/`.startsWith(`${mountPath}/`);
      }),
      { numRuns: 5_000 },
    );
  }
  t.end();
});
