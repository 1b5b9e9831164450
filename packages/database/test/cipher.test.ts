import { createCipher } from '@sluice/database';
import t from 'tap';

const data = { password: 'päss', port: 5432, nested: { list: [1, null] } };

t.test('what was encrypted opens again, in its own context', async (t) => {
  const cipher = createCipher('a passphrase');
  t.same(cipher.decrypt(cipher.encrypt(data, 'connections/1'), 'connections/1'), data);
});

t.test('a cipher text moved to another row does not open', async (t) => {
  const cipher = createCipher('a passphrase');
  const sealed = cipher.encrypt(data, 'connections/1');
  t.throws(() => cipher.decrypt(sealed, 'connections/2'));
});

t.test('a changed byte is noticed, wherever it is', async (t) => {
  const cipher = createCipher('a passphrase');
  const sealed = cipher.encrypt(data, 'connections/1');
  for (let index = 0; index < sealed.length; index++) {
    const changed = Uint8Array.from(sealed);
    changed[index]! ^= 1;
    t.throws(() => cipher.decrypt(changed, 'connections/1'), `byte ${index}`);
  }
});

t.test('the same value looks different every time', async (t) => {
  const cipher = createCipher('a passphrase');
  t.notSame(cipher.encrypt(data, 'x'), cipher.encrypt(data, 'x'));
});

t.test('a previous passphrase still decrypts, and only when it is named', async (t) => {
  const sealed = createCipher('the old one').encrypt(data, 'x');
  t.same(createCipher('the new one', 'the old one').decrypt(sealed, 'x'), data);
  t.throws(() => createCipher('the new one').decrypt(sealed, 'x'), /SERVICE_PASSPHRASE/);
});
