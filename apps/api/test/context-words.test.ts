import { readFile } from 'node:fs/promises';
import t from 'tap';
import { isMadeOf, serviceWords, wordsOf } from '../src/identity/passwords/context-words.js';
import { createPasswordPolicy } from '../src/identity/passwords/policy.js';

t.test(
  'context words come from addresses, names and hosts, without short words and top-level domains',
  async (t) => {
    t.same(wordsOf('Ada.King@sql.Analytics.example'), ['ada', 'king', 'sql', 'analytics']);
    t.same(wordsOf('ada1815@x.org'), ['ada1815', 'ada']);
    t.same(wordsOf('Ada Öztürk'), ['ada', 'öztürk']);
    t.same(wordsOf('@127.0.0.1'), []);
    t.same(wordsOf(''), []);
  },
);

t.test('a password made only of context words is refused', async (t) => {
  const { requireUncommon } = createPasswordPolicy('sql.initech.example');
  const about = ['peter.gibbons@initech.example', 'Peter Gibbons', null, undefined];
  for (const password of [
    'Sluice2026!',
    'sluice-sluice',
    'Initech#1999',
    'PETERgibbons',
    'gibbons_peter_1',
    'sqlDatabase01',
    'Welcome.Peter.1',
  ]) {
    await t.rejects(
      requireUncommon(password, about),
      { status: 400, errors: [{ path: 'password' }] },
      password,
    );
  }
  for (const password of [
    'a stapler of my own',
    'Peter has a red stapler',
    'gibbon in the rain',
    '8302774193842',
    '!§$%&/()=?',
    'x'.repeat(1_024),
  ]) {
    await t.resolves(requireUncommon(password, about), password);
  }
  await t.resolves(createPasswordPolicy(undefined).requireUncommon('Initech#1999', []));
});

t.test("a user's e-mail address and its local part are refused as the password", async (t) => {
  const { requireUncommon } = createPasswordPolicy(undefined);
  const about = ['Jo.Li.Wu@mail.example.org', 'Jo'];
  for (const password of ['jo.li.wu@mail.example.org', 'JO.LI.WU@MAIL.EXAMPLE.ORG', 'jo.li.wu']) {
    const errors = [{ path: 'password', message: 'must differ from the email address' }];
    await t.rejects(requireUncommon(password, about), { status: 400, errors }, password);
  }
  await t.resolves(
    requireUncommon('jo.li.wu@other.example.org', about),
    'the address of another user is accepted',
  );
});

t.test('removing one word does not create another', (t) => {
  t.notOk(isMadeOf('slsluiceuice', ['sluice']), 'the inner word is not removed first');
  t.ok(isMadeOf('adaadam', ['ada', 'adam']));
  t.notOk(isMadeOf('12345678', ['ada']), 'digits alone are no context word');
  t.end();
});

t.test("the documentation lists the service's context words", async (t) => {
  const page = await readFile(
    new URL('../../../docs/how-to/sign-in/local.md', import.meta.url),
    'utf8',
  );
  const [, listed = ''] = /made of words of its context[^:]*: ([^.]*)\./s.exec(page) ?? [];
  t.same(
    [...listed.matchAll(/`(\w+)`/g)].map(([, word]) => word),
    [...serviceWords],
  );
});
