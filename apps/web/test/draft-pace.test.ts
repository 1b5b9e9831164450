import t from 'tap';
import { sendAfterMs } from '../src/tabs/draft-pace.js';

t.test('a long text is sent less often, at most 1.5 s after a key', (t) => {
  t.equal(sendAfterMs(0), 700);
  t.equal(sendAfterMs(35_000), 700);
  t.equal(sendAfterMs(50_000), 1_000);
  t.equal(sendAfterMs(10_000_000), 1_500);
  t.end();
});
