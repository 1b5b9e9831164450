import { z } from 'zod';
import { chartSchema } from './charts.js';
import { timestampSchema } from './common.js';
import { errorBodySchema } from './errors.js';

const version = z
  .int()
  .describe('Grows with every change; a draft that is created again has a later version.');

const details = {
  name: z.string().describe('Title of the tab; empty if it has none.'),
  connectionId: z
    .string()
    .nullable()
    .describe('ID of its connection, which may have been deleted.'),
  queryId: z
    .string()
    .nullable()
    .describe('ID of the saved query that it changes, which may have been deleted.'),
  queryEtag: z
    .string()
    .nullable()
    .describe('ETag of the saved query that editing started from, for If-Match.'),
  position: z.int().describe("Position of its tab among the user's tabs, from 0."),
};

const head = {
  id: z.string().describe('ID of the draft.'),
  version,
  ...details,
  bytes: z.int().describe('Size of the text in UTF-8.'),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
};

const sampleHead = {
  id: '5f0c7d0b-1a11-4c3e-9a63-01964e1a7c1f',
  version: 4711,
  name: 'Orders by day',
  connectionId: 'sample',
  queryId: '01964e1c-11d4-7d5e-8b3a-3e5f6a7b8c44',
  queryEtag: '"3-2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
  position: 0,
  bytes: 43,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:45:00.000Z',
};

const sampleText = 'select day, count(*) from orders group by 1';

/** A draft in a list. */
export const draftListItemSchema = z.object(head).meta({
  id: 'DraftListItem',
  description: 'A draft in a list.',
  examples: [sampleHead],
});

/** A draft: the unsaved text of an editor tab. */
export const draftSchema = z
  .object({
    ...head,
    text: z.string().describe('Text of the tab.'),
    chart: chartSchema.nullable().describe('Chart settings of its result.'),
  })
  .meta({
    id: 'Draft',
    description: 'The unsaved text of an editor tab. Only its user can read it.',
    examples: [{ ...sampleHead, text: sampleText, chart: null }],
  });

/** `PUT /api/drafts/:id`. */
export const writeDraftSchema = z
  .object({
    version: z
      .int()
      .min(0)
      .describe('The version of the draft that the text is based on; 0 for a new draft.'),
    text: z.string().max(1_000_000).describe('Text of the tab.'),
    name: z.string().max(255).default('').describe('Title of the tab.'),
    connectionId: z.string().max(255).nullable().default(null).describe('ID of its connection.'),
    queryId: z
      .string()
      .max(255)
      .nullable()
      .default(null)
      .describe('ID of the saved query that it changes.'),
    queryEtag: z
      .string()
      .max(255)
      .nullable()
      .default(null)
      .describe('ETag of the saved query that editing started from.'),
    chart: chartSchema.nullable().default(null).describe('Chart settings of its result.'),
    position: z
      .int()
      .min(0)
      .max(1_000_000)
      .default(0)
      .describe("Position of its tab among the user's tabs, from 0."),
  })
  .meta({
    id: 'WriteDraft',
    description: 'The whole content of a draft; omitted fields are empty.',
    examples: [
      {
        version: 0,
        text: sampleText,
        name: 'Orders by day',
        connectionId: 'sample',
        queryId: sampleHead.queryId,
        queryEtag: sampleHead.queryEtag,
        chart: null,
        position: 0,
      },
    ],
  });

/** The path of a draft. The client makes the ID; another form is 400, unlike IDs of other paths. */
export const draftParamsSchema = z.object({
  id: z.string().describe('ID of the draft: a UUID in lower case that the client makes.'),
});

/** Query parameters of `DELETE /api/drafts/:id`. */
export const deleteDraftQuerySchema = z.object({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Deletes only this version; 409 if the draft has changed.'),
});

/** 409: the stored draft has another version. */
export const draftConflictSchema = errorBodySchema
  .omit({ detail: true, requestId: true })
  .extend({ draft: draftSchema.describe('The stored draft.') })
  .meta({
    id: 'DraftConflict',
    description: 'The draft was changed elsewhere, for example in another browser.',
    examples: [
      {
        title: 'The draft was changed elsewhere',
        code: 'draft_changed',
        errors: [{ path: 'version', message: 'is not the current version' }],
        draft: { ...sampleHead, text: sampleText, chart: null },
      },
    ],
  });

/** See {@link draftListItemSchema}. */
export type DraftListItem = z.infer<typeof draftListItemSchema>;
/** See {@link draftSchema}. */
export type Draft = z.infer<typeof draftSchema>;
/** See {@link writeDraftSchema}. */
export type WriteDraft = z.input<typeof writeDraftSchema>;
/** See {@link draftConflictSchema}. */
export type DraftConflict = z.infer<typeof draftConflictSchema>;
