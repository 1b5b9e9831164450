// Bundles the programs of an app: `node scripts/bundle.mjs apps/api`. Part of the build of apps/api and apps/worker.
// Node spends most of a start on finding, reading and linking the two thousand modules that a program imports. A bundle
// starts in a third of that time.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './lib/root.mjs';

/** The programs of each app: files in its `bundle`, and the modules in its `dist` that are bundled. */
const programs = {
  // `index` is the API, or the worker, as a library for tests that run it in their process.
  'apps/api': {
    server: 'server',
    index: 'index',
    'format-sql-thread': 'queries/format-sql-thread',
  },
  'apps/worker': { main: 'main', index: 'index', 'executor/main': 'executor/main' },
};

/**
 * Packages that are not bundled: they read files of their folder, or few processes load them and their dependencies
 * are larger than the service.
 */
const external = ['@fastify/swagger-ui', 'bcrypt', 'snowflake-sdk'];

// Variables that CommonJS packages expect; import.meta.url is the URL of the bundle.
const banner = [
  `import { createRequire as createBundleRequire } from 'node:module';`,
  `import { fileURLToPath as bundlePath } from 'node:url';`,
  `const require = createBundleRequire(import.meta.url);`,
  `const __filename = bundlePath(import.meta.url);`,
  `const __dirname = bundlePath(new URL('.', import.meta.url));`,
].join('\n');

const keptMs = 24 * 3_600_000;

/** Removes chunks that only an earlier build wrote. A running service may still load recent ones. */
async function removeOld(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await stat(path)).mtimeMs < Date.now() - keptMs) await rm(path);
  }
}

const [app] = process.argv.slice(2);
const outdir = join(root, app, 'bundle');
await build({
  entryPoints: Object.entries(programs[app]).map(([out, name]) => ({
    in: join(root, app, 'dist', `${name}.js`),
    out,
  })),
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node26',
  external,
  banner: { js: banner },
  // V8 keeps the source in memory: one byte per character if all of it is ASCII, otherwise two. Names stay, so that stack
  // traces are readable.
  minifyWhitespace: true,
  lineLimit: 160,
  charset: 'ascii',
  legalComments: 'linked',
  logLevel: 'warning',
});
await removeOld(outdir);
