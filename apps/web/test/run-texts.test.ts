import type { Batch, BatchListItem, Statement } from '@sluice/contracts';
import t from 'tap';
import { executedText, runNameOf, textToRunAgain } from '../src/results/executed-text.js';
import { missingRowsOf } from '../src/results/missing-rows.js';
import { isOutdated } from '../src/results/outdated.js';
import { rowsSoFar, runLabel } from '../src/results/run-labels.js';
import { outcomeOf, titleBadge } from '../src/runs/outcome.js';

const statement = (fields: Partial<Statement>) => ({ error: null, ...fields }) as Statement;
const statements = [
  statement({ sequence: 1, status: 'finished', rowCount: 2 }),
  statement({ sequence: 2, status: 'started', rowCount: 12_000 }),
  statement({ sequence: 3, status: 'queued', rowCount: null }),
];
const live = {
  status: 'started',
  queuePosition: null,
  waitReason: null,
} satisfies Partial<BatchListItem>;

t.test('the label of a run has its progress, or the reason of its wait', async (t) => {
  t.equal(runLabel({ ...live, statements }), 'Running statement 2 of 3');
  t.equal(runLabel({ ...live, statements: statements.slice(1, 2) }), 'Running');
  t.equal(runLabel({ ...live, statements: statements.slice(2) }), 'Connecting');
  t.equal(runLabel(live), 'Running', 'without statements');
  t.equal(
    runLabel({ ...live, queuePosition: 3, waitReason: 'connection_limit' }),
    'Queued, 3rd in line: connection limit reached',
  );
  t.equal(runLabel({ ...live, status: 'error' }), 'Failed');
});

t.test('the rows of the running statement are counted', async (t) => {
  t.equal(rowsSoFar(statements), '12,000 rows so far');
  t.equal(rowsSoFar(statements.slice(2)), undefined);
});

t.test('a run is named by its name, else by the executed text', async (t) => {
  const texts = { batchText: 'select 1;\nselect 2', selectedText: 'select\n  2' };
  t.equal(runNameOf({ name: 'Totals', ...texts }), 'Totals');
  t.equal(runNameOf({ name: null, ...texts }), 'select 2');
  t.equal(executedText({ ...texts, selectedText: ' \n' }), texts.batchText, 'a blank selection');
});

t.test('running again executes the same text', async (t) => {
  const batchText = 'select 1;\nselect 2';
  t.same(textToRunAgain({ batchText, selectedText: null }), { text: batchText, range: null });
  t.same(textToRunAgain({ batchText, selectedText: 'select 2' }), {
    text: batchText,
    range: { from: 10, to: 18 },
  });
  t.same(textToRunAgain({ batchText, selectedText: 'select 3' }), {
    text: 'select 3',
    range: null,
  });
});

t.test('a notification names the run, its outcome, rows and time', async (t) => {
  const batch = {
    name: null,
    batchText: 'select 1',
    selectedText: null,
    status: 'finished',
    durationMs: 3_200,
    statements: statements.slice(0, 2),
  } as Batch;
  t.same(outcomeOf(batch), { title: 'Finished: select 1', text: '12,002 rows in 3.2 s' });
  t.same(outcomeOf({ ...batch, statements: [] }), { title: 'Finished: select 1', text: '3.2 s' });
  const error = { title: 'no such table', outcome: 'failed' } as Statement['error'];
  t.same(outcomeOf({ ...batch, status: 'error', statements: [statement({ error })] }), {
    title: 'Failed: select 1',
    text: 'no such table',
  });
});

t.test('the title of the window counts live runs and says what ended out of view', async (t) => {
  t.equal(titleBadge(0, []), '');
  t.equal(titleBadge(2, []), '(2) ');
  t.equal(titleBadge(0, ['error']), 'Failed: ');
  t.equal(titleBadge(1, ['finished', 'error']), '(1) 2 runs ended: ');
});

t.test('rows that cannot be shown are explained', async (t) => {
  const stored = { status: 'finished', resultsPath: 'a.json', expiresAt: null } as const;
  const expiresAt = '2026-03-01T09:30:00.000Z';
  const after = Date.parse(expiresAt) + 1;
  const title = (mayRead: boolean, fields: Partial<Statement>, nowMs = after) =>
    missingRowsOf({ ...stored, ...fields }, mayRead, nowMs)?.title;
  t.equal(title(true, {}), undefined);
  t.equal(title(false, {}), 'The rows are private');
  t.equal(title(true, { resultsPath: null, expiresAt }), 'The rows have expired');
  t.equal(title(true, { resultsPath: null, expiresAt }, after - 2), 'The rows are not stored');
  t.equal(title(true, { resultsPath: null, status: 'started' }), undefined, 'not stored yet');
});

t.test('results are outdated when the text or the connection has changed', async (t) => {
  const batch = {
    status: 'finished',
    batchText: 'select 1;\nselect 2',
    selectedText: null,
    connectionId: 'a',
  } as const;
  const isChanged = (text: string, fields: Partial<Batch> = {}, connectionId = 'a') =>
    isOutdated({ ...batch, ...fields }, { text, connectionId });
  t.equal(isChanged(batch.batchText), false);
  t.equal(isChanged(`${batch.batchText}\n`), false, 'white space at the end');
  t.equal(isChanged('select 1'), true);
  t.equal(isChanged(batch.batchText, {}, 'b'), true);
  t.equal(isChanged('select 3', { status: 'started' }), false, 'a live run');
  const selection = { selectedText: 'select 2' };
  t.equal(isChanged('select 0;\nselect 2', selection), false, 'the selection is still there');
  t.equal(isChanged('select 3', selection), true);
});
