// Writes docs/reference/settings.md from the table of settings, so that the page cannot differ from the code.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { settingsPage } from '@sluice/config';

await writeFile(
  fileURLToPath(new URL('../docs/reference/settings.md', import.meta.url)),
  settingsPage(),
);
