import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates a self-signed certificate for `name` and its key. */
export function certificate(name: string): { cert: string; key: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-tls-'));
  const key = path.join(folder, 'key.pem');
  const cert = path.join(folder, 'cert.pem');
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '1',
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=DNS:${name}`,
    ],
    { stdio: 'ignore' },
  );
  const made = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}
