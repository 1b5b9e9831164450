// Writes the types of @sluice/client from the OpenAPI document, so that they cannot differ from the routes.
//   node scripts/document-api.mjs            writes packages/client/src/generated/api.ts
//   node scripts/document-api.mjs --check    ends with 1 when the file is stale
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format } from 'oxfmt';
import { openApiDocument } from './lib/openapi-document.mjs';

const path = fileURLToPath(new URL('../packages/client/src/generated/api.ts', import.meta.url));
const head =
  '// Made by scripts/document-api.mjs out of the OpenAPI document; not to be edited.\n\n';

const types = astToString(await openapiTypescript(await openApiDocument()));
const options = JSON.parse(await readFile(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'));
const { code: text } = await format(path, head + types, options);
if (!process.argv.includes('--check')) {
  await writeFile(path, text);
} else if ((await readFile(path, 'utf8')) !== text) {
  console.error('packages/client/src/generated/api.ts is stale: node scripts/document-api.mjs');
  process.exitCode = 1;
}
