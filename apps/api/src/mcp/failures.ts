import type { AppError } from '@sluice/errors';
import { notFound } from '@sluice/errors';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { asAppError, bodyOf } from '../http/index.js';
import type { Logger } from 'pino';
import { ForeignItem, type Tenants } from '../tenants/index.js';

/** Converts errors of tools. */
export interface Failures {
  log: Pick<Logger, 'error' | 'warn'>;
  tenants: Tenants;
  /** ID of the request, under which the cause of an unexpected error is logged. */
  requestId: string;
}

/** Returns the error that a user may see; null for an unexpected one, whose cause is only logged. */
export async function knownError(
  { log, tenants }: Failures,
  principalId: string,
  error: unknown,
): Promise<AppError | null> {
  // An item of another tenant must not disclose that it exists.
  if (error instanceof ForeignItem && !(await tenants.isSameTenant(principalId, error.ownerId))) {
    return notFound();
  }
  const known = asAppError(error);
  if (known === null) log.error({ err: error }, 'tool failed');
  else if (known.status >= 500) log.warn({ err: known.cause ?? known }, known.title);
  return known;
}

/** Returns a failed result, which models read: protocol errors are often hidden from them. */
export const failedResult = (error: AppError | null, requestId: string): CallToolResult =>
  toResult(
    {
      error: {
        ...bodyOf(error, requestId),
        ...(error?.retryAfterSeconds !== undefined && {
          retryAfterSeconds: error.retryAfterSeconds,
        }),
      },
    },
    true,
  );

/** Returns a result with JSON as its only content: models would pay for a structured copy too. */
export const toResult = (body: object, isError = false): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(body) }],
  ...(isError && { isError }),
});
