import { DriverError, type DriverErrorOptions } from '@sluice/driver-kit';
import { isRecord } from './answer.js';

/**
 * The server refused a request, so it did not run it. The outcome is that of a statement that was submitted
 * before; a submission that was refused was not run.
 */
export class RefusedRequest extends DriverError {
  constructor(title: string, options: DriverErrorOptions = {}) {
    super('connection', 'unknown', title, options);
  }
}

/** Returns whether the server did not execute a request, which says nothing about earlier requests. */
export const isRefusal = (error: unknown): error is DriverError =>
  error instanceof RefusedRequest || (error instanceof DriverError && error.outcome === 'not_run');

/** Returns whether a status may be due to a short failure. */
export const isTransient = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500;

/** Returns the server's error in the body of a response; empty texts if the response is not from the server. */
export function errorIn(body: string): { code: string; message: string } {
  try {
    const parsed: unknown = JSON.parse(body);
    const { code, message } = isRecord(parsed) ? parsed : {};
    return { code: codeText(code), message: typeof message === 'string' ? message : '' };
  } catch {
    return { code: '', message: '' };
  }
}

/** Returns a code as text; empty if there is none. */
export const codeText = (code: unknown): string =>
  typeof code === 'string' || typeof code === 'number' ? String(code) : '';
