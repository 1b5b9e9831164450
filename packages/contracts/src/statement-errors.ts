import { z } from 'zod';
import { outcomes } from './enums.js';

/** Kinds of errors between the service and the target database. */
export const errorKinds = [
  'connection',
  'authentication',
  'sql',
  'permission',
  'timeout',
  'cancelled',
  'limit',
  'internal',
] as const;

const errorExample = {
  title: 'column "nmae" does not exist',
  outcome: 'failed',
  kind: 'sql',
  detail: 'There is a column of another name.',
  hint: 'Perhaps you meant to reference the column "users.name".',
  position: 8,
  line: 1,
  column: 8,
  sqlState: '42703',
};

/** Why a statement ended in error. `line` and `column` count from 1 in the statement's text. */
export const statementErrorSchema = z
  .object({
    title: z
      .string()
      .describe('Message of the database, or of the service when no database was involved.'),
    outcome: z
      .enum(outcomes)
      .describe('Known effect of the statement; see docs/reference/errors.md.'),
    code: z
      .string()
      .optional()
      .describe('Stable error code of the service, such as connect_failed.'),
    kind: z
      .enum(errorKinds)
      .optional()
      .describe('Kind of the error; absent when no database was involved.'),
    detail: z.string().optional().describe('Detail from the database.'),
    hint: z.string().optional().describe('Hint from the database.'),
    position: z.int().optional().describe('Character position in the statement text, from 1.'),
    line: z.int().optional().describe('Line in the statement text, from 1.'),
    column: z.int().optional().describe('Column in that line in code points, from 1.'),
    sqlState: z.string().optional().describe('Five-character SQLSTATE of the database.'),
  })
  .meta({
    id: 'StatementError',
    description: 'Why a statement did not finish.',
    examples: [
      errorExample,
      { title: 'No worker was available for 10 minutes.', outcome: 'not_run', code: 'no_worker' },
    ],
  });

/** See {@link statementErrorSchema}. */
export type StatementError = z.infer<typeof statementErrorSchema>;
