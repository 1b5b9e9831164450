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
      () => t.fail('the exit code reports rows that cannot be decrypted'),
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );
  const first = await run();
  t.match(first, { code: 1, stdout: /3 renewed, 1 unchanged/, stderr: /lost, moved/ });
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
  t.match(await run(), { stdout: /0 renewed, 4 unchanged/ }, 'the script may be run again');
});
