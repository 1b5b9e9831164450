import { text, flag } from './rules.js';

/** The web UI. */
export const workbenchSettings = {
  SERVICE_DEFAULT_CONNECTION_ID: text().describe(
    'ID of the connection that the editor selects first.',
  ),
  SERVICE_EDITOR_WORD_WRAP: flag(false).describe('Wraps long lines in the editor.'),
  SERVICE_ALLOW_CSV_DOWNLOAD: flag(true).describe(
    'Allows downloads of results in any format. `false` rejects them with 403.',
  ),
} as const;
