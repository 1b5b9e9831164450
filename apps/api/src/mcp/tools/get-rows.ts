import { z } from 'zod';
import {
  DEFAULT_PAGE_BYTES,
  DEFAULT_PAGE_ROWS,
  readPage,
  type PageDependencies,
} from '../result-page.js';
import { defineTool, type Tool } from '../tool.js';

/** Reads stored rows of a statement. */
export const getRowsTool = (dependencies: PageDependencies): Tool =>
  defineTool({
    name: 'get_rows',
    description:
      'Read stored rows of a statement by offset, cut by limit (100) and maxBytes (20000).',
    scope: 'results:read',
    isReadOnly: true,
    input: z.strictObject({
      statementId: z.string(),
      offset: z.int().min(0).max(1_000_000_000_000).optional(),
      limit: z.int().min(1).max(10_000).optional(),
      maxBytes: z.int().min(1_000).max(200_000).optional(),
    }),
    run: async (
      { statementId, offset = 0, limit = DEFAULT_PAGE_ROWS, maxBytes = DEFAULT_PAGE_BYTES },
      { principal },
    ) => ({
      body: await readPage(dependencies, principal, { statementId, offset, limit, maxBytes }),
    }),
  });
