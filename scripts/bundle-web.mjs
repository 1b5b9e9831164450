// Bundles the workbench and compresses its files, so that no request waits for compression. Part of the build of
// apps/web. Browsers accept Brotli over HTTPS only, so each file is compressed with gzip too.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { root } from './lib/root.mjs';

const folder = join(root, 'apps', 'web');
const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };

/** Extension of each compressed file, with its compression. */
const compressions = [
  ['br', (bytes) => promisify(brotliCompress)(bytes, { params })],
  ['gz', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'error' });
const assets = join(folder, 'bundle', 'assets');
const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
await Promise.all(
  names.map(async (name) => {
    const path = join(assets, name);
    const bytes = await readFile(path);
    for (const [extension, compress] of compressions) {
      await writeFile(`${path}.${extension}`, await compress(bytes));
    }
  }),
);
