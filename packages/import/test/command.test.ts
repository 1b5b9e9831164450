import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createClient, startService } from '@sluice/testkit';
import t from 'tap';
import { makeFolder, targetFields } from './import-support.js';
import { oldPassword, oldService, passphrase, writeSqlite } from './sqlpad-database.js';

const importScript = fileURLToPath(new URL('../../../scripts/import.mjs', import.meta.url));

t.test('after the import, users sign in with their old passwords and run queries', async (t) => {
  const { folder, files } = await makeFolder(t);
  const service = await startService({ queue: 'redis', workersInProcess: true });
  t.teardown(() => service.stop());
  const target = targetFields(service.target.url);
  const old = await oldService({ target, files, localFilesDir: folder });
  const from = join(folder, 'sqlpad.sqlite');
  writeSqlite(from, old);
  const command = (...args: string[]) =>
    runCommand(['--from', from, '--passphrase', passphrase, ...args], service.environment);
  t.match(await command(), { code: 0, output: /Dry run: nothing was written[\s\S]*users +10 +10/ });
  t.match(await command('--apply'), {
    code: 0,
    output: /Import applied[\s\S]*saved queries +200 +200/,
  });
  const [, user] = old.users;
  const email = String(user!['email']);
  const client = createClient(service.baseUrl, email, oldPassword);
  const batch = await client.run(String(old.connections[0]!['id']), 'select 40 + 2 as answer');
  t.same(await client.rows(batch.statements[0]!.id), [[42]]);
  const [{ password_hash: hash } = { password_hash: '' }] = await service.database.query<{
    password_hash: string;
  }>('select password_hash from users where email = $1', [email]);
  t.match(hash, /^\$scrypt\$/, 'the first sign-in replaced the old hash');
  t.equal((await client.request('GET', '/api/users')).status, 200, 'and the password still works');
  const wrong = createClient(service.baseUrl, String(old.users[3]!['email']), 'another');
  t.equal((await wrong.request('GET', '/api/users')).status, 401);
  t.match(await command('--apply'), { code: 0, output: /users +10 +0 +10/ });
});

t.test('the command shows its usage and rejects unknown options', async (t) => {
  t.match(await runCommand(['--help'], {}), { code: 0, output: /Usage: npm run import/ });
  t.match(await runCommand([], {}), { code: 2, output: /--from is required/ });
  t.match(await runCommand(['--form', 'x'], {}), { code: 2, output: /--form/ });
});

async function runCommand(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [importScript, ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output: out + errors };
}
