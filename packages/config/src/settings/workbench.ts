import { text, flag } from './rules.js';

/** The web page. */
export const workbenchSettings = {
  SERVICE_DEFAULT_CONNECTION_ID: text().describe('Connection that the editor opens with.'),
  SERVICE_EDITOR_WORD_WRAP: flag(false).describe('The editor wraps long lines.'),
  SERVICE_ALLOW_CSV_DOWNLOAD: flag(true).describe(
    'Results may be downloaded, in any format; false = 403.',
  ),
} as const;
