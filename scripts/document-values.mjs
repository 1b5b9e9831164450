// Writes docs/reference/values from the tables that the tests of the drivers run, so that no page can differ from them.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { root } from './lib/root.mjs';

register();
const { valuePages } = await import('../packages/driver-testkit/src/values/pages.ts');
const folder = join(root, 'docs', 'reference', 'values');
await mkdir(folder, { recursive: true });
for (const [file, text] of valuePages()) await writeFile(join(folder, file), text);
