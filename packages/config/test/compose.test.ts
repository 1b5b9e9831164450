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

/** Services that run once and exit. */
const once = new Set(['migrate', 'bucket']);

const secretsScript = join(root, 'deploy', 'make-secrets.mjs');

async function generateSecrets(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-secrets-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, '.env');
  await run(process.execPath, [secretsScript, path]);
  const text = await readFile(path, 'utf8');
  const lines = text.trimEnd().split('\n');
  return { path, text, values: new Map(lines.map((line) => line.split('=') as [string, string])) };
}

/** Returns docker-compose.yml as Compose reads it, with variables and merge keys resolved. */
async function loadCompose(t: Test): Promise<Compose & { required: Set<string> }> {
  const { values } = await generateSecrets(t);
  const required = new Set<string>();
  const text = (await read('docker-compose.yml')).replaceAll(
    /\$\$|\$\{([^}]*)\}|\$/g,
    (found, inside: string | undefined) => {
      if (found === '$$') return '$';
      // Only the name of an image may have a default.
      const [, image] = /^\w+_IMAGE:-(.+)/.exec(inside ?? '') ?? [];
      if (image !== undefined) return image;
      const [, name] = /^(\w+):\?./.exec(inside ?? '') ?? [];
      if (name === undefined) throw new Error(`${found} must be required: \${NAME:?why}`);
      required.add(name);
      const value = values.get(name);
      if (value === undefined) throw new Error(`${name} is not a generated secret`);
      return value;
    },
  );
  return { ...(parse(text, { merge: true }) as Compose), required };
}

t.test('secrets are generated once, differ, and are readable only by their owner', async (t) => {
  const { path, text, values } = await generateSecrets(t);
  t.equal(new Set(values.values()).size, values.size);
  for (const [name, value] of values) t.match(value, /^[0-9a-f]{64}$/, name);
  t.equal((await stat(path)).mode & 0o777, 0o600);
  await t.rejects(run(process.execPath, [secretsScript, path]), { code: 1 });
  t.equal(await readFile(path, 'utf8'), text, 'an existing file is kept');
  const { required } = await loadCompose(t);
  t.same([...required].sort(), [...values.keys()].sort(), 'every secret is used');
});

t.test(
  'Compose accepts the file with its secrets and otherwise names the command that generates them',
  async (t) => {
    const { path } = await generateSecrets(t);
    // From a folder without `.env` and without the variables of the test process.
    const config = (...options: string[]) =>
      run('docker-compose', ['--file', join(root, 'docker-compose.yml'), ...options, 'config'], {
        cwd: tmpdir(),
        env: { PATH: process.env['PATH'] },
      });
    const { services } = parse((await config('--env-file', path)).stdout) as Compose;
    t.same(Object.keys(services).sort(), Object.keys((await loadCompose(t)).services).sort());
    const refusal = await config().catch((error: unknown) => error);
    t.match(refusal, { stderr: /node deploy\/make-secrets\.mjs/ });
  },
);

t.test('APIs and workers of docker-compose.yml start with their environment', async (t) => {
  const { services } = await loadCompose(t);
  const { 'api-1': first, 'api-2': second, worker, migrate } = services;
  t.same(first?.environment, second?.environment, 'both APIs have the same environment');
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
      'workers get no secret of sign-in',
    );
    const { settings } = loadWorkerConfig(service?.environment ?? {});
    t.equal(settings.SERVICE_PASSPHRASE, api.settings.SERVICE_PASSPHRASE);
    t.equal(settings.DATABASE_URL, api.settings.DATABASE_URL);
    t.equal(settings.REDIS_URL, api.settings.REDIS_URL);
    t.same(resultsStore(settings), resultsStore(api.settings));
  }
  t.equal(worker?.deploy?.replicas, 3);
  const { SERVICE_SHUTDOWN_GRACE_SECONDS: grace } = loadWorkerConfig(worker?.environment).settings;
  t.ok(
    Number.parseInt(worker?.stop_grace_period ?? '', 10) > grace,
    'Compose waits longer than the shutdown grace period',
  );
  for (const name of ['postgres', 'redis', 'target', 'nginx']) t.ok(services[name], name);
});

t.test('the results bucket exists before the services that use it', async (t) => {
  const { services, volumes } = await loadCompose(t);
  const { 'api-1': api, worker, minio, bucket } = services;
  const store = resultsStore(loadWorkerConfig(worker?.environment ?? {}).settings);
  if (store.store !== 's3') throw new Error('Results are stored in files');
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
    t.equal(user?.volumes, undefined, 'the services share only the bucket');
  }
  t.ok(minio?.volumes?.some((volume) => volume.startsWith('results:')) && volumes['results']);
});

t.test(
  'every service has a health check, waits for its dependencies, and has a read-only file system',
  async (t) => {
    const { services, volumes } = await loadCompose(t);
    for (const [name, service] of Object.entries(services)) {
      t.match(
        service.image,
        /^(sluice$|[a-z]+:\d|.*\/minio:RELEASE\.\d)/,
        `${name} has a pinned version`,
      );
      if (!once.has(name)) t.ok(service.healthcheck, `${name} has a health check`);
      // An unquoted text that contains a colon and a space would be parsed as a map.
      const words = [...(service.healthcheck?.test ?? []), ...(service.command ?? [])];
      for (const word of words) t.type(word, 'string', `${name}: ${JSON.stringify(word)}`);
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        t.ok(services[other], `${name} depends on ${other}`);
        const ends = condition === 'service_completed_successfully';
        t.equal(ends, once.has(other), `${name} waits for ${other} with the right condition`);
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

t.test('the image runs Node 26 as an unprivileged user', async (t) => {
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
    'the final stage installs no packages',
  );
  const build = lines.slice(0, lines.lastIndexOf(bases[1] ?? '')).join('\n');
  t.match(build, /^RUN npm ci --omit=dev /m);
  for (const removedPath of ['apps/*/src', 'apps/*/test', 'packages/*/test', 'packages/testkit']) {
    t.match(
      build,
      new RegExp(`^RUN rm -rf .*${removedPath.replaceAll('*', '\\*')}`, 'm'),
      `${removedPath} is not in the image`,
    );
  }
  const ignored = (await read('.dockerignore')).split('\n');
  for (const secret of ['.env', '.git', 'data']) t.ok(ignored.includes(secret), secret);
  t.ok((await read('.gitignore')).split('\n').includes('.env'));
});

t.test('nginx accepts its configuration and knows every API', async (t) => {
  const { services } = await loadCompose(t);
  const conf = await read('deploy/nginx.conf');
  const servers = [...conf.matchAll(/server ([\w-]+):3000/g)].map(([, name]) => name);
  t.same(
    servers,
    Object.keys(services).filter((name) => name.startsWith('api-')),
  );
  const folder = await mkdtemp(join(tmpdir(), 'sluice-nginx-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, 'nginx.conf');
  // Container names do not resolve here.
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
