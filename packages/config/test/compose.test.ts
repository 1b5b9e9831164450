import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadApiConfig, loadWorkerConfig, resultsStore } from '@sluice/config';
import t, { type Test } from 'tap';
import { parse } from 'yaml';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

interface Service {
  image: string;
  build?: string;
  entrypoint?: string[];
  command?: string[];
  user?: string;
  read_only?: boolean;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  deploy?: { replicas: number };
  stop_grace_period?: string;
}

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, object>;
}

/** They do their work and end. */
const once = new Set(['migrate', 'bucket']);

const makeSecrets = join(root, 'deploy', 'make-secrets.mjs');

async function madeSecrets(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-secrets-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, '.env');
  await run(process.execPath, [makeSecrets, path]);
  const text = await readFile(path, 'utf8');
  const lines = text.trimEnd().split('\n');
  return { path, text, values: new Map(lines.map((line) => line.split('=') as [string, string])) };
}

/** The file as Compose reads it: with its variables, and with what is merged. */
async function composed(t: Test): Promise<Compose & { asked: Set<string> }> {
  const { values } = await madeSecrets(t);
  const asked = new Set<string>();
  const text = (await read('docker-compose.yml')).replaceAll(
    /\$\$|\$\{([^}]*)\}|\$/g,
    (found, inside: string | undefined) => {
      if (found === '$$') return '$';
      // Nothing but the name of an image may be left to a default.
      const [, image] = /^\w+_IMAGE:-(.+)/.exec(inside ?? '') ?? [];
      if (image !== undefined) return image;
      const [, name] = /^(\w+):\?./.exec(inside ?? '') ?? [];
      if (name === undefined) throw new Error(`${found} has to be given: \${NAME:?why}`);
      asked.add(name);
      const value = values.get(name);
      if (value === undefined) throw new Error(`${name} is no secret that is made`);
      return value;
    },
  );
  return { ...(parse(text, { merge: true }) as Compose), asked };
}

t.test('secrets are made once, differ, and are for their owner alone', async (t) => {
  const { path, text, values } = await madeSecrets(t);
  t.equal(new Set(values.values()).size, values.size);
  for (const [name, value] of values) t.match(value, /^[0-9a-f]{64}$/, name);
  t.equal((await stat(path)).mode & 0o777, 0o600);
  await t.rejects(run(process.execPath, [makeSecrets, path]), { code: 1 });
  t.equal(await readFile(path, 'utf8'), text, 'what is there stays');
  const { asked } = await composed(t);
  t.same([...asked].sort(), [...values.keys()].sort(), 'all are used');
});

t.test(
  'Compose itself takes the file with its secrets, and names the command that makes them without',
  async (t) => {
    const { path } = await madeSecrets(t);
    // From a folder without an `.env`, and with none of the variables of whoever runs the tests.
    const config = (...options: string[]) =>
      run('docker-compose', ['--file', join(root, 'docker-compose.yml'), ...options, 'config'], {
        cwd: tmpdir(),
        env: { PATH: process.env['PATH'] },
      });
    const { services } = parse((await config('--env-file', path)).stdout) as Compose;
    t.same(Object.keys(services).sort(), Object.keys((await composed(t)).services).sort());
    const refusal = await config().catch((error: unknown) => error);
    t.match(refusal, { stderr: /node deploy\/make-secrets\.mjs/ });
  },
);

t.test('APIs and workers of docker-compose.yml start with what they are given', async (t) => {
  const { services } = await composed(t);
  const { 'api-1': first, 'api-2': second, worker, migrate } = services;
  t.same(first?.environment, second?.environment, 'one API is as good as the other');
  const api = loadApiConfig(first?.environment ?? {});
  t.same(api.warnings, []);
  t.same(
    api.connections.map(({ id }) => id),
    ['sample'],
  );
  for (const service of [worker, migrate]) {
    const names = Object.keys(service?.environment ?? {});
    const opensSessions = /COOKIE|TOKEN_SECRET|ADMIN/;
    t.notOk(
      names.some((name) => opensSessions.test(name)),
      'nothing that signs anybody in',
    );
    const { settings } = loadWorkerConfig(service?.environment ?? {});
    t.equal(settings.SERVICE_PASSPHRASE, api.settings.SERVICE_PASSPHRASE);
    t.equal(settings.DATABASE_URL, api.settings.DATABASE_URL);
    t.equal(settings.REDIS_URL, api.settings.REDIS_URL);
    t.same(resultsStore(settings), resultsStore(api.settings));
  }
  t.equal(worker?.deploy?.replicas, 3);
  const { SERVICE_SHUTDOWN_GRACE_SECONDS: grace } = loadWorkerConfig(worker?.environment).settings;
  t.ok(Number.parseInt(worker?.stop_grace_period ?? '', 10) > grace, 'nothing is killed early');
  for (const name of ['postgres', 'redis', 'target', 'nginx']) t.ok(services[name], name);
});

t.test('results are in a bucket that is there before whoever uses it', async (t) => {
  const { services, volumes } = await composed(t);
  const { 'api-1': api, worker, minio, bucket } = services;
  const store = resultsStore(loadWorkerConfig(worker?.environment ?? {}).settings);
  if (store.store !== 's3') throw new Error('Results are in files');
  const { endpoint, credentials } = store;
  t.equal(endpoint, 'http://minio:9000');
  t.match(minio?.environment, {
    MINIO_ROOT_USER: credentials?.accessKeyId,
    MINIO_ROOT_PASSWORD: credentials?.secretAccessKey,
  });
  const { accessKeyId, secretAccessKey } = credentials ?? {};
  const host = `http://${accessKeyId}:${secretAccessKey}@minio:9000`;
  t.equal(bucket?.environment?.['MC_HOST_store'], host);
  t.equal(bucket?.entrypoint?.at(-1), `store/${store.bucket}`);
  for (const user of [api, worker]) {
    t.equal(user?.depends_on?.['bucket']?.condition, 'service_completed_successfully');
    t.equal(user?.volumes, undefined, 'nothing is shared but the bucket');
  }
  t.ok(minio?.volumes?.some((volume) => volume.startsWith('results:')) && volumes['results']);
});

t.test(
  'every part is watched, waits for what it needs, and writes no more than it must',
  async (t) => {
    const { services, volumes } = await composed(t);
    for (const [name, service] of Object.entries(services)) {
      t.match(
        service.image,
        /^(sluice$|[a-z]+:\d|.*\/minio:RELEASE\.\d)/,
        `${name} is of a known version`,
      );
      if (!once.has(name)) t.ok(service.healthcheck, `${name} is watched`);
      // A colon and a space in a plain text would make a map of it.
      const words = [...(service.healthcheck?.test ?? []), ...(service.command ?? [])];
      for (const word of words) t.type(word, 'string', `${name}: ${JSON.stringify(word)}`);
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        t.ok(services[other], `${name} waits for ${other}`);
        const ends = condition === 'service_completed_successfully';
        t.equal(ends, once.has(other), `${name} waits for ${other} in the right way`);
      }
      if (service.image === 'sluice') t.equal(service.read_only, true, name);
      for (const port of service.ports ?? []) t.match(port, /^127\.0\.0\.1:/, name);
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./')) t.ok((await stat(join(root, source))).isFile(), source);
        else t.ok(volumes[source], source);
      }
      for (const path of service.command?.filter((word) => /\.m?js$/.test(word)) ?? []) {
        t.ok((await stat(join(root, path))).isFile(), `${name} runs ${path}`);
      }
    }
  },
);

t.test('the image is no root and of Node 26', async (t) => {
  const lines = (await read('Dockerfile')).split('\n').filter((line) => /^[A-Z]+ /.test(line));
  const bases = lines.filter((line) => line.startsWith('FROM '));
  t.equal(bases.length, 2);
  for (const base of bases) t.match(base, /^FROM node:26-/);
  const last = lines.slice(lines.lastIndexOf(bases[1] ?? ''));
  t.equal(
    last.findLast((line) => line.startsWith('USER ')),
    'USER node',
  );
  t.notOk(
    last.some((line) => line.startsWith('RUN npm')),
    'what installs stays behind',
  );
  const build = lines.slice(0, lines.lastIndexOf(bases[1] ?? '')).join('\n');
  t.match(build, /^RUN npm ci --omit=dev /m);
  for (const left of ['apps/*/src', 'apps/*/test', 'packages/*/test', 'packages/testkit']) {
    t.match(
      build,
      new RegExp(`^RUN rm -rf .*${left.replaceAll('*', '\\*')}`, 'm'),
      `${left} is not in it`,
    );
  }
  const ignored = (await read('.dockerignore')).split('\n');
  for (const secret of ['.env', '.git', 'data']) t.ok(ignored.includes(secret), secret);
  t.ok((await read('.gitignore')).split('\n').includes('.env'));
});

t.test('nginx takes its file, and knows every API', async (t) => {
  const { services } = await composed(t);
  const conf = await read('deploy/nginx.conf');
  const servers = [...conf.matchAll(/server ([\w-]+):3000/g)].map(([, name]) => name);
  t.same(
    servers,
    Object.keys(services).filter((name) => name.startsWith('api-')),
  );
  const folder = await mkdtemp(join(tmpdir(), 'sluice-nginx-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, 'nginx.conf');
  // The names are those of containers.
  await writeFile(
    path,
    conf.replaceAll(/api-\d:/g, '127.0.0.1:').replaceAll('/tmp/', `${folder}/`),
  );
  const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;
  const { stderr } = await run('nginx', ['-t', '-p', folder, '-c', path, '-e', 'stderr'], {
    env: { PATH },
  });
  t.match(stderr, /test is successful/);
});
