// Makes the files of the workbench that the API serves, and beside each its compressed form: compressing
// well takes seconds, which no request should pay.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { root } from './root.mjs';

const folder = join(root, 'apps', 'web');
const compress = promisify(brotliCompress);
const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };

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
        await writeFile(`${path}.br`, await compress(await readFile(path), { params }));
      }),
    );
    step.rename('Bundled the workbench');
  });
}
