import { badRequest, malformedRequest, type AppError } from '@sluice/errors';
import type { FastifyRequest } from 'fastify';
import type { Scope } from './scope.js';
import { findInvalidText } from '../representation/index.js';
import { scanJson } from './json-scan.js';

const MAX_DEPTH = 64;

/**
 * Accepts JSON bodies only, and strictly: valid UTF-8; at most 64 levels (checked before parsing,
 * because deep nesting overflows the parser's stack); no text that cannot be stored; no repeated
 * key in an object, because a proxy in front could use the other value. Also checks path and query
 * for such text.
 */
export function acceptJsonBodies(app: Scope): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request: FastifyRequest, body: Buffer, done) => {
      try {
        done(null, parseBody(body));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  );
  app.addHook('preValidation', (request, _reply, done) => {
    const bad = findInvalidText(request.query) ?? findInvalidText(request.params);
    done(bad === null ? undefined : badRequest([bad], titleOf(bad), 'bad_text'));
  });
}

/** Many clients send the content type without a body. */
function parseBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const { isTooDeep, repeated } = scanJson(body, MAX_DEPTH);
  if (isTooDeep) throw malformed(`The body is nested deeper than ${MAX_DEPTH} levels`);
  const value = parseJson(decode(body));
  if (repeated !== null) {
    const message = 'is repeated in the body';
    throw badRequest([{ path: repeated, message }], `"${repeated}" ${message}`, 'repeated_key');
  }
  const bad = findInvalidText(value);
  if (bad !== null) throw badRequest([bad], titleOf(bad), 'bad_text');
  return value;
}

const titleOf = ({ path, message }: { path: string; message: string }): string =>
  path === '' ? `The request ${message}` : `"${path}" ${message}`;

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    throw malformed('The body is not valid UTF-8', error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed('The body is not valid JSON', error);
  }
}

const malformed = (title: string, cause?: unknown): AppError =>
  malformedRequest('malformed_body', title, 400, cause);
