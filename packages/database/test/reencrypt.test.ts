import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createCipher } from '@sluice/database';
import t from 'tap';
import { openRepositories } from './support.js';

const oldPassphrase = 'the old passphrase of more than 32 characters';
const newPassphrase = 'a new passphrase of more than 32 characters';
const script = fileURLToPath(new URL('../../../scripts/reencrypt.mjs', import.meta.url));

t.test('after re-encryption the previous passphrase is no longer needed', async (t) => {
  const { database, service } = await openRepositories(t);
  const before = createCipher(oldPassphrase);
  const after = createCipher(newPassphrase);
  const add = (id: string, bytes: Uint8Array<ArrayBuffer>) =>
    database.connection.create({
      data: { id, name: id, driver: 'postgres', encryptedData: bytes },
    });
  for (const id of ['a', 'b', 'c'])
    await add(id, before.encrypt({ password: id }, `connections/${id}`));
  await add('new', after.encrypt({ password: 'new' }, 'connections/new'));
  // Encrypted with a third passphrase, and copied from another row. Neither may be re-encrypted.
  await add('lost', createCipher('another').encrypt({}, 'connections/lost'));
  await add('moved', before.encrypt({ password: 'a' }, 'connections/a'));
  const draftId = '5f0c7d0b-1a11-4c3e-9a63-01964e1a7c1f';
  const contextOf = (part: string) => `drafts/u/${draftId}/${part}`;
  await database.draft.create({
    data: {
      userId: 'u',
      id: draftId,
      position: 0,
      bytes: 1,
      encryptedDetails: before.encrypt({ name: 'n' }, contextOf('details')),
      encryptedContent: before.encrypt({ text: 't' }, contextOf('content')),
    },
  });
  await service.query(
    `insert into queries (id, name, owner_id, created_by, updated_by, readers)
     values ('q', 'q', 'u', 'u', 'u', '{}')`,
  );
  // More than one chunk.
  for (let number = 1; number <= 45; number++) {
    const encryptedContent = before.encrypt({ number }, `query-versions/q/${number}`);
    await database.queryVersion.create({
      data: { queryId: 'q', number, createdBy: 'u', bytes: 1, encryptedContent },
    });
  }
  const rowsBefore = await database.connection.findMany({ orderBy: { id: 'asc' } });
  const run = () =>
    promisify(execFile)(process.execPath, [script], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: service.url,
        SERVICE_PASSPHRASE: newPassphrase,
        SERVICE_PASSPHRASE_PREVIOUS: oldPassphrase,
      },
    }).then(
      () => {
        throw new Error('The exit code must report rows that cannot be decrypted');
      },
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );
  const first = await run();
  t.match(first, {
    code: 1,
    stdout: /Connections: 3 renewed, 1 unchanged/,
    stderr: /lost, moved\n$/,
  });
  t.match(first.stdout, /Drafts: 1 renewed, 0 unchanged/);
  t.match(first.stdout, /Versions of saved queries: 45 renewed, 0 unchanged/);
  const draft = await database.draft.findFirstOrThrow();
  t.same(after.decrypt(draft.encryptedDetails, contextOf('details')), { name: 'n' });
  t.same(after.decrypt(draft.encryptedContent, contextOf('content')), { text: 't' });
  for (const { number, encryptedContent } of await database.queryVersion.findMany()) {
    t.same(after.decrypt(encryptedContent, `query-versions/q/${number}`), { number });
  }
  const rows = await database.connection.findMany({ orderBy: { id: 'asc' } });
  for (const { id, encryptedData } of rows) {
    if (id === 'lost' || id === 'moved')
      t.throws(() => after.decrypt(encryptedData, `connections/${id}`));
    else t.same(after.decrypt(encryptedData, `connections/${id}`), { password: id });
  }
  const others = (all: typeof rows) => all.map((row) => ({ ...row, encryptedData: null }));
  t.same(
    others(rows),
    others(rowsBefore),
    'no other column changes, so that rows in use stay valid',
  );
  t.match(
    await run(),
    {
      stdout:
        /Connections: 0 renewed, 4 unchanged.*: 0 renewed, 1 unchanged.*: 0 renewed, 45 unchanged/s,
    },
    'the script may be run again',
  );
});
