import { createCipher } from '@sluice/database';
import t from 'tap';

const data = { password: 'päss', port: 5432, nested: { list: [1, null] } };

t.test('an encrypted value decrypts in its own context', async (t) => {
  const cipher = createCipher('a passphrase');
  t.same(cipher.decrypt(cipher.encrypt(data, 'connections/1'), 'connections/1'), data);
});

t.test('a ciphertext moved to another row does not decrypt', async (t) => {
  const cipher = createCipher('a passphrase');
  const ciphertext = cipher.encrypt(data, 'connections/1');
  t.throws(() => cipher.decrypt(ciphertext, 'connections/2'));
});

t.test('a change of any byte is detected', async (t) => {
  const cipher = createCipher('a passphrase');
  const ciphertext = cipher.encrypt(data, 'connections/1');
  for (let index = 0; index < ciphertext.length; index++) {
    const changed = Uint8Array.from(ciphertext);
    changed[index]! ^= 1;
    t.throws(() => cipher.decrypt(changed, 'connections/1'), `byte ${index}`);
  }
});

t.test('encrypting a value twice gives different ciphertexts', async (t) => {
  const cipher = createCipher('a passphrase');
  t.notSame(cipher.encrypt(data, 'x'), cipher.encrypt(data, 'x'));
});

t.test('a previous passphrase decrypts only when it is configured', async (t) => {
  const ciphertext = createCipher('the old one').encrypt(data, 'x');
  t.same(createCipher('the new one', 'the old one').decrypt(ciphertext, 'x'), data);
  t.throws(() => createCipher('the new one').decrypt(ciphertext, 'x'), /SERVICE_PASSPHRASE/);
});
