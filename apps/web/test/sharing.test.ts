import t from 'tap';
import { aclOf, sharingOf } from '../src/queries/sharing.js';

const row = (fields: { userId?: string; write: boolean }) => ({
  id: 1,
  userId: fields.userId ?? null,
  groupId: fields.userId === undefined ? '__EVERYONE__' : null,
  write: fields.write,
});

t.test('an access list survives the round trip through the form', async (t) => {
  const acl = [
    row({ write: false }),
    row({ userId: 'ann', write: true }),
    row({ userId: 'bob', write: false }),
  ];
  const sharing = sharingOf(acl);
  t.same(sharing, { everyone: 'read', readers: ['bob'], writers: ['ann'] });
  t.same(aclOf(sharing), [
    { groupId: '__EVERYONE__', write: false },
    { userId: 'ann', write: true },
    { userId: 'bob', write: false },
  ]);
});

t.test('the highest access of several entries wins', async (t) => {
  t.same(
    sharingOf([
      row({ write: true }),
      row({ write: false }),
      row({ userId: 'ann', write: false }),
      row({ userId: 'ann', write: true }),
      row({ userId: 'ann', write: true }),
    ]),
    { everyone: 'write', readers: [], writers: ['ann'] },
  );
});

t.test('no sharing is an empty access list', async (t) => {
  t.same(aclOf(sharingOf([])), []);
});
