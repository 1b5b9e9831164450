// Makes one file of each program of the service. Node spends most of a start on finding, reading and
// linking the two thousand modules that a program imports: bundled, it takes a third of that.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.mjs';

/** The programs of each app: files in its `bundle` and the modules in its `dist` that they are made from. */
const programs = {
  'apps/api': { server: 'server', 'format-sql-thread': 'queries/format-sql-thread' },
  'apps/worker': { main: 'main', 'executor/main': 'executor/main' },
};

/**
 * They read files that lie beside them, so they stay where npm put them; or few processes ever load them,
 * and what they bring along is larger than the service.
 */
const external = ['@fastify/swagger-ui', 'bcrypt', 'snowflake-sdk'];

// What CommonJS packages expect to find; import.meta.url is the bundle's own.
const banner = [
  `import { createRequire as createBundleRequire } from 'node:module';`,
  `import { fileURLToPath as bundlePath } from 'node:url';`,
  `const require = createBundleRequire(import.meta.url);`,
  `const __filename = bundlePath(import.meta.url);`,
  `const __dirname = bundlePath(new URL('.', import.meta.url));`,
].join('\n');

/** Bundles all programs out of the compiled modules. */
export function bundle(progress) {
  return progress.step('Bundle programs', async (step) => {
    // Not before it is needed: most starts find their bundles made.
    const { build, stop } = await import('esbuild');
    await Promise.all(
      Object.entries(programs).map(async ([app, modules]) => {
        const outdir = join(root, app, 'bundle');
        await build({
          entryPoints: Object.entries(modules).map(([out, name]) => ({
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
          // V8 keeps the source in memory: one byte a character if all of it is ASCII, else two. Names stay, so that
          // stack traces are readable.
          minifyWhitespace: true,
          lineLimit: 160,
          charset: 'ascii',
          legalComments: 'linked',
          logLevel: 'silent',
        });
        await removeOld(outdir);
      }),
    );
    // Its process would live as long as this one.
    await stop();
    step.rename('Bundled programs');
  });
}

const keptMs = 24 * 3_600_000;

/** Removes chunks that only an earlier build wrote; a running service may still load a recent one. */
async function removeOld(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await stat(path)).mtimeMs < Date.now() - keptMs) await rm(path);
  }
}

/** What {@link bundle} makes, beside shared parts. */
export const bundlePaths = () =>
  Object.entries(programs).flatMap(([app, modules]) =>
    Object.keys(modules).map((name) => join(root, app, 'bundle', `${name}.js`)),
  );
