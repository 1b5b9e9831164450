import { createPasswordHasher } from '@sluice/api';
import { AppError } from '@sluice/errors';
import bcrypt from 'bcrypt';
import t from 'tap';

t.test('a stored hash contains its parameters and verifies only its password', async (t) => {
  const hasher = createPasswordHasher({ cost: 2 ** 10 });
  const stored = await hasher.hash('pass word ünï');
  t.match(stored, /^\$scrypt\$ln=10,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
  t.not(await hasher.hash('pass word ünï'), stored, 'hashes are salted');
  t.ok(await hasher.verify('pass word ünï', stored));
  for (const wrong of ['', 'pass word', ' pass word ünï', 'PASS WORD ÜNÏ']) {
    t.notOk(await hasher.verify(wrong, stored));
  }
  t.notOk(await hasher.verify('anything', null), 'no password verifies against a missing hash');
  const stronger = createPasswordHasher({ cost: 2 ** 11 });
  t.ok(await stronger.verify('pass word ünï', stored), 'older parameters are read from the hash');
  t.ok(stronger.isOutdated(stored));
  t.notOk(hasher.isOutdated(stored));
  await t.rejects(hasher.verify('x', 'plain text'), /malformed/);
});

t.test('a bcrypt hash from an import verifies and counts as outdated', async (t) => {
  const hasher = createPasswordHasher({ cost: 2 ** 10 });
  const imported = await bcrypt.hash('old password', 10);
  t.ok(await hasher.verify('old password', imported));
  t.notOk(await hasher.verify('old passwor', imported));
  t.notOk(await hasher.verify('', imported));
  t.ok(hasher.isOutdated(imported), 'the next sign-in replaces the hash');
});

t.test('the default cost is the recommended strength', async (t) => {
  const stored = await createPasswordHasher().hash('x');
  t.match(stored, /^\$scrypt\$ln=17,r=8,p=1\$/);
});

t.test('hashing does not block the event loop', async (t) => {
  const hasher = createPasswordHasher({ cost: 2 ** 15 });
  const done = Promise.all([1, 2, 3, 4].map((each) => hasher.hash(String(each))));
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  await done;
  clearInterval(timer);
  t.ok(ticks > 20, `${ticks} iterations of the event loop`);
});

t.test('requests above the queue limit are refused with 503', async (t) => {
  const hasher = createPasswordHasher({ cost: 2 ** 12, concurrency: 2, queueLimit: 3 });
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => hasher.hash(String(index))),
  );
  t.equal(results.filter((result) => result.status === 'fulfilled').length, 5);
  const refused = results.find((result) => result.status === 'rejected')?.reason as AppError;
  t.ok(refused instanceof AppError);
  t.match(refused, { status: 503, code: 'busy' });
  t.ok(refused.retryAfterSeconds);
  t.ok(await hasher.hash('later'), 'the queue has free slots afterwards');
});
