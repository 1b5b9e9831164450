import t from 'tap';
import {
  conditionsOf,
  durationValue,
  emptyCondition,
  fieldNames,
  fieldOf,
  filterText,
  isComplete,
  localTime,
  timeValue,
  type Condition,
} from '../src/history/filter.js';

const sample = { text: "a,b|c%'é ", status: 'error', connection: 'sales', boolean: 'true' };
const valueFor = (field: Condition['field']): string => {
  const { kind } = fieldOf(field);
  if (kind === 'time') return '2026-11-22T09:30:00.000Z';
  if (kind === 'duration' || kind === 'count') return '1500';
  return sample[kind];
};

/** The grammar in docs/reference/saved-work.md. */
const grammar = [
  /^(connectionId|connectionName|userEmail|status|queryName|queryText)\|(contains|like|regex|eq|ne)\|[^,|]+$/,
  /^(durationMs|rowCount)\|(lt|gt|eq|ne)\|\d+$/,
  /^(startTime|stopTime)\|(before|after)\|\d{4}-\d\d-\d\dT\d\d(%3A\d\d){2}\.\d{3}Z$/,
  /^incomplete\|(eq|ne)\|(true|false)$/,
];

t.test('every condition of the filter builder is valid for the service', async (t) => {
  for (const field of fieldNames(true)) {
    for (const operator of Object.keys(fieldOf(field).operators)) {
      const text = filterText([{ field, operator, value: valueFor(field) }]);
      t.ok(
        grammar.some((clause) => clause.test(text)),
        text,
      );
    }
  }
});

t.test('a filter survives the round trip through the address', async (t) => {
  const conditions = fieldNames(true).map((field) => ({
    ...emptyCondition(field),
    value: valueFor(field),
  }));
  t.same(conditionsOf(filterText(conditions)), conditions);
});

t.test('incomplete conditions are left out', async (t) => {
  const status: Condition = { field: 'status', operator: 'eq', value: 'error' };
  const unfinished: Condition[] = [
    { field: 'queryText', operator: 'contains', value: '' },
    { field: 'durationMs', operator: 'gt', value: 'a' },
    { field: 'rowCount', operator: 'gt', value: '-1' },
    { field: 'startTime', operator: 'after', value: 'yesterday' },
    { field: 'incomplete', operator: 'eq', value: 'maybe' },
    { field: 'status', operator: 'regex', value: 'error' },
  ];
  t.same(unfinished.filter(isComplete), []);
  t.equal(filterText([...unfinished, status]), 'status|eq|error');
  t.equal(filterText([]), '');
});

t.test('invalid filters are ignored', async (t) => {
  for (const text of ['', ',', '|', 'a|b', 'status|eq', 'toString|eq|a', 'queryText|contains|%']) {
    t.same(conditionsOf(text), [], text);
  }
});

t.test('only admins can filter by user', async (t) => {
  t.notOk(fieldNames(false).includes('userEmail'));
  t.ok(fieldNames(true).includes('userEmail'));
});

t.test('seconds and local times are converted for the service', async (t) => {
  t.equal(durationValue('1.5'), '1500');
  t.equal(durationValue('-1'), '');
  t.equal(durationValue(''), '');
  t.equal(durationValue('x'), '');
  t.equal(timeValue(''), '');
  t.equal(timeValue(localTime('2026-11-22T09:30:00.000Z')), '2026-11-22T09:30:00.000Z');
  t.equal(localTime('never'), '');
});
