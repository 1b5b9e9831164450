import type { User } from '@sluice/contracts';
import t from 'tap';
import {
  EVERY_CONNECTION,
  EVERYONE,
  isOpenToAll,
  peopleLabel,
  usersOf,
} from '../src/admin/reach.js';

const user = (id: string, fields: Partial<User> = {}) =>
  ({ id, email: `${id}@example.com`, role: 'editor', disabled: false, ...fields }) as User;
const users = [
  user('ada', { role: 'admin' }),
  user('ben'),
  user('cleo'),
  user('dan', { disabled: true }),
];
const idsOf = (connectionId: string, grants: Parameters<typeof usersOf>[1]) =>
  usersOf(connectionId, grants, users).map(({ id }) => id);

t.test('admins and granted users can use a connection; disabled users cannot', async (t) => {
  t.same(idsOf('sales', []), ['ada']);
  t.same(idsOf('sales', [{ userId: 'ben', connectionId: 'sales' }]), ['ada', 'ben']);
  t.same(idsOf('sales', [{ userId: 'ben', connectionId: 'other' }]), ['ada']);
  t.same(idsOf('sales', [{ userId: 'cleo', connectionId: EVERY_CONNECTION }]), ['ada', 'cleo']);
  t.same(idsOf('sales', [{ userId: EVERYONE, connectionId: 'sales' }]), ['ada', 'ben', 'cleo']);
});

t.test('the grant of the first start is recognized', async (t) => {
  t.ok(isOpenToAll([{ userId: EVERYONE, connectionId: EVERY_CONNECTION }]));
  t.notOk(isOpenToAll([{ userId: EVERYONE, connectionId: 'sales' }]));
  t.equal(peopleLabel(1), '1 person');
  t.equal(peopleLabel(1_200), '1,200 people');
});
