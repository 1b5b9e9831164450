import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import t from 'tap';
import { by, createToken, openTokenApi, partOf, secretKey } from './service-token-support.js';

t.test('forged tokens are refused', async (t) => {
  const api = await openTokenApi(t);
  const { id, token } = await createToken(api, { role: 'admin' });
  const deleted = await createToken(api, { name: 'deleted', role: 'admin' });
  await api.admin('DELETE', `/api/service-tokens/${deleted.id}`);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const now = Math.floor(Date.now() / 1000);
  const claims = partOf(token, 1);
  const rightHeader = partOf(token, 0);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const hmac = (
    head: object,
    body: object,
    by: Buffer | Uint8Array | string = secretKey,
    hash = 'sha256',
  ) => {
    const text = `${encode(head)}.${encode(body)}`;
    return `${text}.${createHmac(hash, by).update(text).digest('base64url')}`;
  };
  const signed = (change: object, head: object = {}) =>
    hmac({ ...rightHeader, ...head }, { ...claims, ...change });
  const lacking = (name: string) => signed({ [name]: undefined });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  const rs256 = await new SignJWT(claims)
    .setProtectedHeader({ ...rightHeader, alg: 'RS256' })
    .sign(rsa.privateKey);
  const embedded = await new SignJWT(claims)
    .setProtectedHeader({
      ...rightHeader,
      alg: 'RS256',
      jwk: rsa.publicKey.export({ format: 'jwk' }),
    })
    .sign(rsa.privateKey);

  const control = signed({});
  t.equal(
    (await by(api, control)('GET', '/api/users')).statusCode,
    200,
    'the test can sign valid tokens',
  );
  const tolerated = signed({ exp: now - 30, iat: now + 30, nbf: now + 30 });
  t.equal(
    (await by(api, tolerated)('GET', '/api/users')).statusCode,
    200,
    'clock skew is tolerated',
  );

  const forged: Record<string, string> = {
    'alg none': new UnsecuredJWT(claims).encode(),
    'alg none, our type': `${encode({ ...rightHeader, alg: 'none' })}.${payload}.`,
    'alg None': `${encode({ ...rightHeader, alg: 'None' })}.${payload}.`,
    'alg nOnE with a signature': `${encode({ ...rightHeader, alg: 'nOnE' })}.${payload}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'four parts': `${token}.x`,
    'five parts': `${token}.x.y`,
    'another secret': hmac(rightHeader, claims, randomBytes(32)),
    'the empty secret': hmac(rightHeader, claims, ''),
    'a public key as secret': hmac(rightHeader, claims, publicPem),
    RS256: rs256,
    'a key in the header': embedded,
    'RS256 in the header, HMAC below': hmac({ ...rightHeader, alg: 'RS256' }, claims),
    HS384: hmac({ ...rightHeader, alg: 'HS384' }, claims, secretKey, 'sha384'),
    HS512: hmac({ ...rightHeader, alg: 'HS512' }, claims, secretKey, 'sha512'),
    'alg missing': hmac({ typ: rightHeader['typ'] }, claims),
    'alg is a list': hmac({ ...rightHeader, alg: ['HS256'] }, claims),
    'alg lower-case': signed({}, { alg: 'hs256' }),
    'another type': signed({}, { typ: 'JWT' }),
    'no type': hmac({ alg: 'HS256' }, claims),
    'kid of a file': hmac({ ...rightHeader, kid: '../../../../dev/null' }, claims, ''),
    'kid with SQL': hmac({ ...rightHeader, kid: "' union select 'x" }, claims, 'x'),
    jku: hmac({ ...rightHeader, jku: 'http://127.0.0.1:1/keys' }, claims, 'x'),
    crit: signed({}, { crit: ['exp'] }),
    'an unknown crit': signed({}, { crit: ['x'], x: 1 }),
    'b64 false': signed({}, { b64: false, crit: ['b64'] }),
    expired: signed({ exp: now - 61 }),
    'exp is a string': signed({ exp: 'never' }),
    'issued in the future': signed({ iat: now + 120 }),
    'not before tomorrow': signed({ nbf: now + 86_400 }),
    'iat is a string': signed({ iat: 'x' }),
    'no iat': lacking('iat'),
    'no jti': lacking('jti'),
    'empty jti': signed({ jti: '' }),
    'jti is a number': signed({ jti: 5 }),
    'jti is an operator': signed({ jti: { not: '' } }),
    'jti is a list': signed({ jti: [id] }),
    'jti of a deleted row': signed({ jti: deleted.id }),
    'unknown jti': signed({ jti: '01a1fdf7-6b80-746d-8f7f-3f6b884c1390' }),
    'jti with NUL': signed({ jti: `${id}\0` }),
    'jti with SQL': signed({ jti: `${id}' or 'a'='a` }),
    'jti %': signed({ jti: '%' }),
    'another issuer': signed({ iss: 'https://example.com' }),
    'issuer is a list': signed({ iss: ['sluice'] }),
    'no issuer': lacking('iss'),
    'another audience': signed({ aud: 'sluice' }),
    'no audience': lacking('aud'),
    'the deleted token': deleted.token,
    'changed role': `${header}.${encode({ ...claims, role: 'admin', name: 'x' })}.${signature}`,
    'changed signature': `${header}.${payload}.${signature.slice(1)}${signature[0]}`,
    'other alphabet': `${header}.${payload}.${signature}=`,
    'payload is not JSON': `${header}.${Buffer.from('x').toString('base64url')}.${signature}`,
    'payload is a list': hmac(rightHeader, [claims]),
    'a huge token': signed({ name: 'x'.repeat(8_000) }),
    'a number': '12345',
    'the id': id,
    dots: '..',
  };
  t.ok(Object.keys(forged).length >= 50);
  for (const [name, each] of Object.entries(forged)) {
    const response = await by(api, each)('GET', '/api/users');
    t.equal(response.statusCode, 401, name);
    t.same(response.json(), { title: 'Unauthorized', code: 'unauthorized' }, name);
  }
});
