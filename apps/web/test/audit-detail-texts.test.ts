import t from 'tap';
import { detailTexts } from '../src/admin/audit-detail-texts.js';

t.test('the names of details are words, and long keys are short', async (t) => {
  const sqlHash = '12'.repeat(32);
  const batchId = '019a1c52-0000-7000-8000-00000000000b';
  t.same(
    detailTexts({ sqlHash, batchId, statementCount: 2, scopes: ['sql:run', 'admin'], name: 'x' }),
    [
      { label: 'SQL hash', value: sqlHash, short: '12121212…' },
      { label: 'Batch ID', value: batchId, short: '019a1c52…' },
      { label: 'Statement count', value: '2', short: '2' },
      { label: 'Scopes', value: 'sql:run, admin', short: 'sql:run, admin' },
      { label: 'Name', value: 'x', short: 'x' },
    ],
  );
  t.same(detailTexts({}), []);
  t.equal(detailTexts({ maxRows: null })[0]?.value, 'null');
});
