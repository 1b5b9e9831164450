import type { Connection, DriverInfo } from '@sluice/contracts';
import t from 'tap';
import { changedData, formOf, testBody, writeBody } from '../src/admin/connection-fields.js';
import { formatCustomData, parseCustomData } from '../src/admin/custom-data.js';

const driver: DriverInfo = {
  id: 'postgres',
  name: 'PostgreSQL',
  fields: [
    { key: 'host', formType: 'TEXT', label: 'Host', required: true },
    { key: 'port', formType: 'TEXT', label: 'Port' },
    { key: 'password', formType: 'PASSWORD', label: 'Password', secret: true },
    { key: 'ssl', formType: 'CHECKBOX', label: 'Use TLS' },
  ],
  supportsConnectionClient: true,
  supportsCancel: true,
  isAsynchronous: false,
  dialect: 'postgres',
};

const stored: Connection = {
  id: 'sales',
  name: 'Sales',
  description: '',
  driver: 'postgres',
  data: { host: 'db1', port: '5432', password: '', ssl: true },
  multiStatementTransactionEnabled: false,
  idleTimeoutSeconds: 3_600,
  maxRows: null,
  maxConcurrency: null,
  queryTimeoutSeconds: null,
  readOnly: true,
  workerPool: null,
  environment: 'production',
  environmentColor: 'red',
  pausedUntil: null,
  createdAt: '2026-11-22T09:30:00.000Z',
  updatedAt: '2026-11-22T09:30:00.000Z',
  editable: true,
  supportsConnectionClient: true,
  isAsynchronous: false,
};

const withData = (data: Record<string, string | boolean | null>) => {
  const form = formOf(stored, '');
  return { ...form, data: { ...form.data, ...data } };
};

t.test('only changed fields are sent, and an empty secret keeps the stored one', async (t) => {
  t.same(changedData(withData({}), stored, driver), {});
  t.same(changedData(withData({ host: 'db2', ssl: false }), stored, driver), {
    host: 'db2',
    ssl: false,
  });
  t.same(changedData(withData({ password: 'new' }), stored, driver), { password: 'new' });
});

t.test('emptied and removed fields are sent as null', async (t) => {
  t.same(changedData(withData({ port: '' }), stored, driver), { port: null });
  t.same(changedData(withData({ password: null }), stored, driver), { password: null });
});

t.test('a new connection sends the filled-in fields', async (t) => {
  const form = { ...formOf(null, 'postgres'), name: ' New ', data: { host: 'h', port: '' } };
  const body = writeBody(form, null, driver);
  t.match(body, { name: 'New', driver: 'postgres', data: { host: 'h' }, maxRows: null });
  t.same(body.data, { host: 'h' });
  t.notOk('idleTimeoutSeconds' in body, 'the service has a default');
  t.notOk('id' in testBody(form, null, driver));
});

t.test('after a change of the driver all fields are sent', async (t) => {
  const other = { ...driver, id: 'mysql' };
  const form = { ...withData({ password: 'p' }), driver: 'mysql' };
  t.same(changedData(form, stored, other), {
    host: 'db1',
    port: '5432',
    password: 'p',
    ssl: true,
  });
  t.equal(testBody(form, stored, other).id, 'sales', 'the test may use stored secrets');
});

t.test('custom data must be an object; other texts return the problem', async (t) => {
  t.same(parseCustomData('  '), { data: {} });
  t.same(parseCustomData('{"region": {"name": "north"}}'), { data: { region: { name: 'north' } } });
  for (const text of ['[1]', 'null', '7', '"x"'])
    t.match(parseCustomData(text), { problem: /object/ });
  t.match(parseCustomData('{"a": }'), { problem: String });
  t.equal(formatCustomData({}), '');
  t.same(parseCustomData(formatCustomData({ a: [1] })), { data: { a: [1] } });
});
