// Makes one plain module of each test file and what lies beside it: read as TypeScript when it starts, a file
// would cost a second more of a core, a hundred times.
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/** Path of the compiled test file: inside its package, so that imports resolve. */
const compiledPath = (path) => {
  const parts = path.split(sep);
  const folder = join(root, ...parts.slice(0, parts.indexOf('test')));
  return join(
    folder,
    'dist',
    '.tests',
    relative(join(folder, 'test'), join(root, path)).replace(/\.ts$/, '.mjs'),
  );
};

/** Compiles test files, named from the root; gives a way from the name of one to its module. */
export async function compileTests(paths) {
  const { build } = await import('esbuild');
  const outputs = new Map(paths.map((path) => [path, compiledPath(path)]));
  await build({
    entryPoints: [...outputs].map(([path, output]) => ({
      in: join(root, path),
      out: relative(root, output).replace(/\.mjs$/, ''),
    })),
    outdir: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node26',
    sourcemap: 'inline',
    logLevel: 'error',
    plugins: [inPlace, testOfFile],
  });
  return (path) => outputs.get(path);
}

/** `import t from 'tap'` is the test of the file, a subtest of its process: see tests/test-process.mjs. */
const testOfFile = {
  name: 'test-of-file',
  setup(build) {
    build.onResolve({ filter: /^tap$/ }, () => ({ path: 'tap', namespace: 'test-of-file' }));
    build.onLoad({ filter: /.*/, namespace: 'test-of-file' }, () => ({
      contents: `export default globalThis[Symbol.for('sluice.test')];`,
    }));
  },
};

/** Modules know where they were written, and what is built already is loaded from where it is. */
const inPlace = {
  name: 'in-place',
  setup(build) {
    build.onResolve({ filter: /^\..*\/dist\// }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path),
      external: true,
    }));
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: (await readFile(path, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
    }));
  },
};
