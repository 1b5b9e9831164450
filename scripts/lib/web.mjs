// Makes the files of the workbench that the API serves, and beside each its compressed forms: compressing
// well takes seconds, which no request should pay. Browsers take Brotli over HTTPS only.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './root.mjs';

const folder = join(root, 'apps', 'web');
const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };

/** How the name of a compressed file ends, and how it is made. */
const forms = [
  ['br', (bytes) => promisify(brotliCompress)(bytes, { params })],
  ['gz', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

/** Where the workbench begins; it is there once all is built. */
export const webPage = join(folder, 'bundle', 'index.html');

/** Bundles the workbench. */
export function bundleWeb(progress) {
  return progress.step('Bundle the workbench', async (step) => {
    // Not before it is needed: most starts find it made.
    const { build } = await import('vite');
    await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'error' });
    const assets = join(folder, 'bundle', 'assets');
    const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const path = join(assets, name);
        const bytes = await readFile(path);
        for (const [ending, compress] of forms) {
          await writeFile(`${path}.${ending}`, await compress(bytes));
        }
      }),
    );
    step.rename('Bundled the workbench');
  });
}
