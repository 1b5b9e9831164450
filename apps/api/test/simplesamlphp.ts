import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, until } from '@sluice/testkit';

/** A real identity provider: Debian's SimpleSAMLphp with test users. */
export interface SimpleSaml {
  entityId: string;
  entryPoint: string;
  /** The certificate in Base64, without PEM lines. */
  certificate: string;
  stop(): Promise<void>;
}

/** A service registered at the identity provider. */
export interface ServiceAtIdp {
  entityId: string;
  callbackUrl: string;
  /** By default the identity provider signs the assertion. */
  mode?: 'signs the response' | 'encrypts';
}

/** Users by name, with password and attributes. */
export type SimpleSamlUsers = Record<
  string,
  { password: string; attributes: Record<string, string[]> }
>;

const program = '/usr/share/simplesamlphp';

/** Starts an instance with its own folder of settings, keys and sessions. */
export async function startSimpleSaml(
  users: SimpleSamlUsers,
  services: readonly ServiceAtIdp[],
): Promise<SimpleSaml> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-saml-'));
  const inside = (...names: string[]): string => join(folder, ...names);
  for (const name of ['config', 'metadata', 'cert', 'log', 'data', 'temp', 'sessions']) {
    await mkdir(inside(name));
  }
  makeKey(inside('cert', 'idp.pem'), inside('cert', 'idp.crt'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const entityId = `${base}/saml2/idp/metadata.php`;
  await writeConfig(inside, base, users);
  const certificate = bodyOf(await readFile(inside('cert', 'idp.crt'), 'utf8'));
  await writePhp(
    inside('metadata', 'saml20-sp-remote.php'),
    services.map((service) => describe(service, certificate)).join('\n'),
  );
  const child = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', join(program, 'www')], {
    env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: inside('config') },
    stdio: 'ignore',
  });
  await until('SimpleSAMLphp responds', async () => (await fetch(entityId)).ok);
  return {
    entityId,
    entryPoint: `${base}/saml2/idp/SSOService.php`,
    certificate,
    stop: async () => {
      await ended(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

function makeKey(keyFile: string, certificateFile: string): void {
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=idp'].concat(
      '-keyout',
      keyFile,
      '-out',
      certificateFile,
    ),
    { stdio: 'ignore' },
  );
}

const bodyOf = (pem: string): string => pem.replace(/-----[A-Z ]+-----|\s/g, '');

async function writeConfig(
  inside: (...names: string[]) => string,
  base: string,
  users: SimpleSamlUsers,
): Promise<void> {
  const config = {
    baseurlpath: `${base}/`,
    certdir: inside('cert/'),
    loggingdir: inside('log/'),
    datadir: inside('data/'),
    tempdir: inside('temp'),
    metadatadir: inside('metadata/'),
    'logging.handler': 'file',
    secretsalt: 'a salt of the tests',
    'auth.adminpassword': 'not used by the tests',
    timezone: 'UTC',
    'enable.saml20-idp': true,
    'module.enable': { exampleauth: true, core: true, saml: true },
    'session.cookie.secure': false,
    'session.cookie.samesite': null,
    'session.phpsession.savepath': inside('sessions'),
    'language.default': 'en',
    'language.available': ['en'],
    'language.cookie.secure': false,
    'metadata.sources': [{ type: 'flatfile' }],
    'store.type': 'phpsession',
  };
  const sources = {
    people: Object.assign(
      { 0: 'exampleauth:UserPass' },
      Object.fromEntries(
        Object.entries(users).map(([name, { password, attributes }]) => [
          `${name}:${password}`,
          attributes,
        ]),
      ),
    ),
  };
  const host = {
    host: '__DEFAULT__',
    privatekey: 'idp.pem',
    certificate: 'idp.crt',
    auth: 'people',
    'signature.algorithm': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  };
  await Promise.all([
    writePhp(inside('config', 'config.php'), `$config = ${php(config)};`),
    writePhp(inside('config', 'authsources.php'), `$config = ${php(sources)};`),
    writePhp(
      inside('metadata', 'saml20-idp-hosted.php'),
      `$metadata['__DYNAMIC:1__'] = ${php(host)};`,
    ),
  ]);
}

function describe({ entityId, callbackUrl, mode }: ServiceAtIdp, certificate: string): string {
  const service = {
    AssertionConsumerService: callbackUrl,
    NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    'simplesaml.nameidattribute': 'uid',
    'saml20.sign.response': mode === 'signs the response',
    'saml20.sign.assertion': mode !== 'signs the response',
    ...(mode === 'encrypts' ? { 'assertion.encryption': true, certData: certificate } : {}),
  };
  return `$metadata[${php(entityId)}] = ${php(service)};`;
}

const writePhp = (file: string, code: string): Promise<void> => writeFile(file, `<?php\n${code}\n`);

/** Returns a value as a PHP literal. */
function php(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`;
  if (Array.isArray(value)) return `[${value.map(php).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(
    ([key, each]) => `${/^\d+$/.test(key) ? key : php(key)} => ${php(each)}`,
  );
  return `[${entries.join(', ')}]`;
}

/**
 * Signs in at the identity provider without a browser.
 *
 * @returns the response (Base64) that its page posts
 */
export async function signInAt(url: string, name: string, password: string): Promise<string> {
  const visit = createVisitor();
  const form = await visit(url);
  const state = /name="AuthState" value="([^"]+)"/.exec(form.body)?.[1];
  if (state === undefined) throw new Error(`No sign-in form: ${form.body.slice(0, 2_000)}`);
  const response = await visit(form.url, {
    username: name,
    password,
    AuthState: state.replaceAll('&amp;', '&'),
  });
  const samlResponse = /name="SAMLResponse" value="([^"]+)"/.exec(response.body)?.[1];
  if (samlResponse === undefined)
    throw new Error(`No SAML response: ${response.body.slice(0, 2_000)}`);
  return samlResponse;
}

interface Page {
  url: string;
  body: string;
}

/** Follows redirects and keeps cookies. */
function createVisitor(): (url: string, form?: Record<string, string>) => Promise<Page> {
  const cookies = new Map<string, string>();
  return async (url, form) => {
    let at = url;
    let posted = form;
    for (;;) {
      const response = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
        ...(posted === undefined ? {} : { method: 'POST', body: new URLSearchParams(posted) }),
      });
      for (const set of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(key, value);
      }
      const location = response.headers.get('location');
      if (location === null) return { url: at, body: await response.text() };
      at = new URL(location, at).href;
      posted = undefined;
    }
  };
}
