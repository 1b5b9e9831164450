// Writes docs/reference/settings.md and .env.example from the table of settings in packages/config.
//   node scripts/document-settings.mjs           writes both files
//   node scripts/document-settings.mjs --check   fails if a file is not up to date
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsPage } from '@sluice/config';
import { root } from './lib/root.mjs';
import { settingsExample } from './lib/settings-example.mjs';

const page = settingsPage();
const files = { 'docs/reference/settings.md': page, '.env.example': settingsExample(page) };

for (const [path, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) await writeFile(join(root, path), text);
  else if ((await readFile(join(root, path), 'utf8').catch(() => '')) !== text) {
    console.error(`${path} is not up to date. Run "node scripts/document-settings.mjs".`);
    process.exitCode = 1;
  }
}
