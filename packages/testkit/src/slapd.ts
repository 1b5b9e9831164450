import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.js';
import { listens } from './listens.js';
import { until } from './until.js';

/** An OpenLDAP server with the entries of a test. */
export interface Slapd {
  /** `ldap://127.0.0.1:<port>`; supports StartTLS. */
  url: string;
  /** `ldaps://127.0.0.1:<port>`. */
  tlsUrl: string;
  suffix: string;
  admin: { dn: string; password: string };
  /**
   * Certificate (PEM) of the CA of the server's certificate, which is for 127.0.0.1 and localhost.
   */
  ca: string;
  /** Certificate of a CA that signs nothing here. */
  otherCa: string;
  /** Adds entries, or changes them by `changetype`. */
  change(ldif: string): void;
  /** Number of accepted connections. */
  connections(): number;
  /** The logged operations. */
  log(): string;
  /** Stops it; `start` restarts it with its data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

const suffix = 'dc=example,dc=com';
const admin = { dn: `cn=admin,${suffix}`, password: 'directory secret' };
const openldap = { schema: '/etc/ldap/schema', modules: '/usr/lib/ldap' };

/**
 * Starts the installed slapd with the memberOf overlay and with unauthenticated binds, as a misconfigured
 * server: a name with an empty password succeeds.
 */
export async function startSlapd(ldif: string): Promise<Slapd> {
  const base = mkdtempSync(path.join(tmpdir(), 'sluice-slapd-'));
  mkdirSync(path.join(base, 'data'));
  const certificates = makeCertificates(base);
  const config = path.join(base, 'slapd.conf');
  writeFileSync(config, configOf(base));
  // AppArmor, if enabled, denies the installed program access to temporary folders by its path.
  const program = path.join(base, 'slapd');
  copyFileSync(locate('slapd'), program);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const url = `ldap://127.0.0.1:${String(port)}`;
  const tlsUrl = `ldaps://127.0.0.1:${String(tlsPort)}`;
  let log = '';
  let end = (): Promise<void> => Promise.resolve();
  const start = async (): Promise<void> => {
    const server = spawn(program, ['-d', 'stats', '-f', config, '-h', `${url} ${tlsUrl}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    const ended = new Promise<void>((resolve) => {
      server.once('exit', () => {
        resolve();
      });
    });
    end = async () => {
      server.kill('SIGKILL');
      await ended;
    };
    const failed = new Promise<never>((_, reject) => {
      server.once('error', reject);
      server.once('exit', () => {
        reject(new Error(`slapd did not start\n${log.slice(-2_000)}`));
      });
    });
    failed.catch(() => undefined);
    await Promise.race([until('slapd listens', () => listens(port)), failed]);
  };
  await start();
  const change = (text: string): void => {
    const given = ['-x', '-H', url, '-D', admin.dn, '-w', admin.password];
    execFileSync('ldapmodify', ['-a', ...given], {
      input: text,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
  };
  change(`dn: ${suffix}\nobjectClass: dcObject\nobjectClass: organization\no: Example\n\n${ldif}`);
  return {
    url,
    tlsUrl,
    suffix,
    admin,
    ...certificates,
    change,
    connections: () => log.split(' ACCEPT from ').length - 1,
    log: () => log,
    start,
    stop: () => end(),
    remove: async () => {
      await end();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function locate(program: string): string {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];
  const found = folders
    .map((folder) => path.join(folder, program))
    .find((each) => existsSync(each));
  if (found === undefined) throw new Error(`${program} is not installed`);
  return found;
}

const configOf = (base: string): string => `
include ${openldap.schema}/core.schema
include ${openldap.schema}/cosine.schema
include ${openldap.schema}/inetorgperson.schema
modulepath ${openldap.modules}
moduleload back_mdb
moduleload memberof
allow bind_anon_cred bind_anon_dn
TLSCertificateFile ${base}/server.pem
TLSCertificateKeyFile ${base}/server.key
access to attrs=userPassword by anonymous auth by * none
access to * by * read
database mdb
maxsize 16777216
suffix "${suffix}"
rootdn "${admin.dn}"
rootpw ${JSON.stringify(admin.password)}
directory ${base}/data
overlay memberof
`;

/** Creates a CA, a server certificate signed by it, and another CA. */
function makeCertificates(base: string): { ca: string; otherCa: string } {
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: base, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const name of ['ca', 'other']) {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
    openssl('req', '-x509', ...curve, '-subj', `/CN=${name}`, '-days', '2', ...files);
  }
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '2'];
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  const files = ['-keyout', 'server.key', '-out', 'server.pem'];
  openssl('req', '-x509', ...curve, '-subj', '/CN=localhost', ...signed, ...names, ...files);
  const read = (name: string): string => readFileSync(path.join(base, name), 'utf8');
  return { ca: read('ca.pem'), otherCa: read('other.pem') };
}
