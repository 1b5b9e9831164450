import t from 'tap';
import { keyNamesOf } from '../src/ui/key-names.js';

t.test('keys have the names of the operating system', (t) => {
  const mac = { mod: 'Cmd', alt: 'Option' };
  const other = { mod: 'Ctrl', alt: 'Alt' };
  const names: [string, { mod: string; alt: string }][] = [
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', mac],
    ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15', mac],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', other],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', other],
  ];
  for (const [userAgent, expected] of names) t.same(keyNamesOf(userAgent), expected, userAgent);
  t.end();
});
