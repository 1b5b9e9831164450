import { text, flag, whole } from './rules.js';

/** The web UI. */
export const workbenchSettings = {
  SERVICE_DEFAULT_CONNECTION_ID: text().describe(
    'ID of the connection that the editor selects first.',
  ),
  SERVICE_EDITOR_WORD_WRAP: flag(false).describe('Wraps long lines in the editor.'),
  SERVICE_ALLOW_CSV_DOWNLOAD: flag(true).describe(
    'Allows downloads of results in any format. `false` rejects them with 403.',
  ),
  SERVICE_PUBLIC_LINKS: flag(false).describe(
    'Allows links that show the rows of a run to everyone who has the link. `false` ends all links.',
  ),
  SERVICE_MAX_DRAFTS_PER_USER: whole(200, { min: 0, max: 100_000 }).describe(
    'Maximum drafts per user; 0 disables the limit.',
  ),
  SERVICE_MAX_DRAFT_MB_PER_USER: whole(20, { min: 0, max: 100_000 }).describe(
    'Maximum megabytes of the texts of all drafts per user; 0 disables the limit.',
  ),
} as const;
