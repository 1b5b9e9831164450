// Writes the table of metrics in docs/reference/observability.md, so that it cannot differ from the code.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { metricsTable } from '@sluice/telemetry';

const path = fileURLToPath(new URL('../docs/reference/observability.md', import.meta.url));
const page = await readFile(path, 'utf8');
await writeFile(
  path,
  page.replace(/\| metric +\|[\s\S]*?\n(?!\|)/, () => `${metricsTable()}\n`),
);
