import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadApiConfig, loadWorkerConfig } from '@sluice/config';
import t from 'tap';
import { parseAllDocuments } from 'yaml';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, 'deploy', 'kubernetes');

interface Probe {
  httpGet: { path: string; port: string };
}

interface Container {
  image: string;
  command: string[];
  envFrom?: { configMapRef: { name: string } }[];
  env: {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
  }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  resources: { requests: object; limits: { memory: string } };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
}

interface Pod {
  serviceAccountName: string;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext: object;
  containers: Container[];
  volumes: { name: string; emptyDir: object }[];
}

interface Labels {
  matchLabels?: Record<string, string>;
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  resources?: string[];
  spec?: {
    replicas?: number;
    minAvailable?: number;
    selector?: Labels;
    podSelector?: Labels;
    scaleTargetRef?: { name: string };
    minReplicaCount?: number;
    ports?: { name: string; targetPort: string }[];
    template?: { metadata: { labels: Record<string, string> }; spec: Pod };
  };
}

async function manifestsOf(name: string): Promise<Manifest[]> {
  const files = (await readdir(join(folder, name))).filter((file) => file.endsWith('.yaml'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, name, file), 'utf8')));
  return texts.flatMap((text) =>
    parseAllDocuments(text).map((document) => {
      const [problem] = document.errors;
      if (problem) throw problem;
      return document.toJS() as Manifest;
    }),
  );
}

const base = await manifestsOf('base');
const migrate = await manifestsOf('migrate');
const autoscaling = await manifestsOf('autoscaling');
const all = [...base, ...migrate, ...autoscaling].filter(({ kind }) => kind !== 'Kustomization');

const named = (manifests: Manifest[], kind: string, name: string): Manifest => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}`);
  return found;
};
const podOf = ({ metadata, spec }: Manifest) => {
  const template = spec?.template;
  const [container] = template?.spec.containers ?? [];
  if (template === undefined || container === undefined) throw new Error(metadata.name);
  return { name: metadata.name, labels: template.metadata.labels, pod: template.spec, container };
};

const api = podOf(named(base, 'Deployment', 'sluice-api'));
const worker = podOf(named(base, 'Deployment', 'sluice-worker'));
const migration = podOf(named(migrate, 'Job', 'sluice-migrate'));
const pods = [api, worker, migration];

/** Contents of the secret, with values that the settings accept. */
const secrets: Record<string, string> = {
  DATABASE_URL: 'postgresql://sluice:secret@postgres.example.com:5432/sluice',
  REDIS_URL: 'rediss://:secret@redis.example.com:6379',
  SERVICE_PASSPHRASE: randomBytes(32).toString('hex'),
  SERVICE_COOKIE_SECRET: randomBytes(32).toString('hex'),
  SERVICE_ADMIN_PASSWORD: randomBytes(32).toString('hex'),
  SERVICE_RESULTS_S3_ACCESS_KEY_ID: 'key',
  SERVICE_RESULTS_S3_SECRET_ACCESS_KEY: 'secret',
};

/** Returns the environment of a container. `withOptional` includes the optional keys of the secret. */
function environmentOf({ envFrom = [], env }: Container, withOptional: boolean) {
  const environment: Record<string, string> = {
    // Set by the image.
    SERVICE_DB_PATH: '/data',
    SERVICE_IP: '0.0.0.0',
  };
  for (const { configMapRef } of envFrom) {
    Object.assign(environment, named(base, 'ConfigMap', configMapRef.name).data);
  }
  for (const { name, value, valueFrom } of env) {
    const reference = valueFrom?.secretKeyRef;
    const resolved = reference ? secrets[reference.key] : value;
    if (resolved === undefined) throw new Error(`${name} has no value`);
    if (withOptional || reference?.optional !== true) environment[name] = resolved;
  }
  return environment;
}

t.test('each kustomization lists all files of its folder', async (t) => {
  for (const name of await readdir(folder)) {
    const listed = (await manifestsOf(name)).find(({ kind }) => kind === 'Kustomization');
    const files = (await readdir(join(folder, name))).filter(
      (file) => file.endsWith('.yaml') && file !== 'kustomization.yaml',
    );
    const own = listed?.resources?.filter((each) => !each.startsWith('..'));
    t.same(own?.toSorted(), files.sort(), name);
  }
});

t.test('APIs, workers and the migration start with their environment', async (t) => {
  for (const withOptional of [true, false]) {
    const first = loadApiConfig(environmentOf(api.container, withOptional));
    t.same(first.warnings, [], 'every name is a setting');
    const second = loadWorkerConfig(environmentOf(worker.container, withOptional));
    t.same(second.warnings, []);
    t.equal(first.settings.SERVICE_METRICS_PORT, portOf(api.container, 'metrics'));
    t.equal(first.settings.SERVICE_PORT, portOf(api.container, 'http'));
    t.equal(second.settings.SERVICE_WORKER_METRICS_PORT, portOf(worker.container, 'metrics'));
    t.equal(second.settings.SERVICE_RESULTS_S3_BUCKET, first.settings.SERVICE_RESULTS_S3_BUCKET);
  }
  t.same(loadWorkerConfig(environmentOf(migration.container, true)).warnings, []);
  const required = pods.flatMap(({ container }) =>
    container.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.key ?? []),
  );
  t.same(
    [...new Set(required)].sort(),
    Object.keys(secrets).sort(),
    'every key of the secret is used',
  );
  for (const { name, container } of pods) {
    for (const { name: setting, value } of container.env) {
      const isSecret = secrets[setting] !== undefined;
      t.equal(
        value === undefined,
        isSecret,
        `${name}: ${setting} is read from the secret only if it is secret`,
      );
    }
  }
  t.notOk(worker.container.env.some(({ name }) => name === 'SERVICE_COOKIE_SECRET'));
});

const portOf = ({ ports = [] }: Container, name: string) =>
  ports.find((port) => port.name === name)?.containerPort;

t.test('probes use unauthenticated routes on ports that the containers expose', async (t) => {
  const routes = await readFile(
    join(root, 'apps', 'api', 'src', 'http', 'route-access.ts'),
    'utf8',
  );
  const probesOf = ({ startupProbe, readinessProbe, livenessProbe }: Container) =>
    [startupProbe, readinessProbe, livenessProbe].flatMap((probe) => probe?.httpGet ?? []);
  const [ofApi, ofWorker] = [probesOf(api.container), probesOf(worker.container)];
  t.equal(ofApi.length, 3);
  t.equal(ofWorker.length, 2);
  for (const { path, port } of ofApi) {
    t.ok(routes.includes(`'GET ${path}': anyone,`), path);
    t.ok(portOf(api.container, port), port);
  }
  for (const { path, port } of ofWorker) {
    t.same([path, port], ['/metrics', 'metrics']);
    t.ok(portOf(worker.container, port));
  }
  const service = named(base, 'Service', 'sluice-api');
  for (const { targetPort } of service.spec?.ports ?? []) t.ok(portOf(api.container, targetPort));
});

t.test('pods have time to shut down before they are killed', async (t) => {
  const { SERVICE_DRAIN_SECONDS: drain } = loadApiConfig(
    environmentOf(api.container, true),
  ).settings;
  const { SERVICE_SHUTDOWN_GRACE_SECONDS: grace } = loadWorkerConfig(
    environmentOf(worker.container, true),
  ).settings;
  // In addition, an API closes within 15 s and a worker cancels its remaining statements.
  t.ok(drain > 0);
  t.ok((api.pod.terminationGracePeriodSeconds ?? 0) >= drain + 20);
  t.ok((worker.pod.terminationGracePeriodSeconds ?? 0) >= grace + 20);
});

t.test('pods run with minimal privileges', async (t) => {
  for (const { name, pod, container } of pods) {
    t.match(pod.securityContext, {
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    t.equal(pod.automountServiceAccountToken, false, name);
    t.ok(named(base, 'ServiceAccount', pod.serviceAccountName));
    t.match(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    t.match(container.resources.limits.memory, /^\d+[MG]i$/);
    const volumes = new Set(pod.volumes.map((volume) => volume.name));
    for (const mount of container.volumeMounts) t.ok(volumes.has(mount.name), mount.mountPath);
    const path = container.command.find((word) => /\.m?js$/.test(word)) ?? '';
    const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
    t.ok(dockerfile.includes(path), `${name} runs ${path}, which the image contains`);
  }
});

t.test('every selector matches a pod and every pod has a network policy', async (t) => {
  const names = pods.map(({ labels }) => labels['app.kubernetes.io/name']);
  t.same(names, ['sluice-api', 'sluice-worker', 'sluice-migrate']);
  for (const { kind, metadata, spec } of all) {
    for (const selector of [spec?.selector, spec?.podSelector]) {
      const wanted = selector?.matchLabels?.['app.kubernetes.io/name'];
      if (wanted !== undefined) t.ok(names.includes(wanted), `${kind} ${metadata.name}`);
    }
  }
  for (const name of names) {
    const policy = named(base, 'NetworkPolicy', name ?? '');
    t.same(policy.spec?.podSelector?.matchLabels, { 'app.kubernetes.io/name': name });
  }
  t.same(named(base, 'NetworkPolicy', 'sluice-nothing').spec?.podSelector, {});
  for (const { name } of [api, worker]) t.ok(named(base, 'PodDisruptionBudget', name));
  const replicas = named(base, 'Deployment', 'sluice-api').spec?.replicas ?? 0;
  const least = named(base, 'PodDisruptionBudget', 'sluice-api').spec?.minAvailable ?? 0;
  t.ok(replicas > least, 'a node can be drained');
  const scaled = named(autoscaling, 'ScaledObject', 'sluice-worker').spec;
  t.ok(named(base, 'Deployment', scaled?.scaleTargetRef?.name ?? ''));
  t.ok((scaled?.minReplicaCount ?? 0) > 0);
});
