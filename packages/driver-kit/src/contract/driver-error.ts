import type { errorKinds, Outcome } from '@sluice/contracts';
import { MAX_MESSAGE_CHARS, readable } from '../text/readable.js';

/** Category of an error. */
export type DriverErrorKind = (typeof errorKinds)[number];

/** Details of a {@link DriverError}. */
export interface DriverErrorOptions {
  detail?: string | undefined;
  hint?: string | undefined;
  /** Character position in the statement, from 1. */
  position?: number | undefined;
  sqlState?: string | undefined;
  /** The session limit of the database is reached; a retry may succeed. */
  isTargetFull?: boolean | undefined;
  /** Notices that the database sent before the error, as in `StatementSummary.notices`. */
  notices?: readonly string[] | undefined;
  cause?: unknown;
}

/** Title of an error whose message is empty: user code can raise one, and a server can leave the message out. */
const NO_MESSAGE = 'The database reported an error without a message';

/**
 * An error of a target database; `title` is the database's message and contains no secret. It is never empty. The texts
 * are in the form of {@link readable}.
 */
export class DriverError extends Error {
  override readonly name = 'DriverError';
  readonly title: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly position: number | undefined;
  readonly sqlState: string | undefined;
  /** See {@link DriverErrorOptions.isTargetFull}. */
  readonly isTargetFull: boolean;
  /** See {@link DriverErrorOptions.notices}. */
  readonly notices: readonly string[];

  constructor(
    readonly kind: DriverErrorKind,
    /**
     * `not_run`: nothing was sent. `failed`: the database reported a failure or cancel. `unknown`: sent, with
     * unknown effect.
     */
    readonly outcome: Outcome,
    title: string,
    options: DriverErrorOptions = {},
  ) {
    const message = title.trim() === '' ? NO_MESSAGE : readable(title, MAX_MESSAGE_CHARS);
    super(message, { cause: options.cause });
    this.title = message;
    this.detail = optional(options.detail);
    this.hint = optional(options.hint);
    this.position = options.position;
    this.sqlState = optional(options.sqlState);
    this.isTargetFull = options.isTargetFull ?? false;
    this.notices = options.notices ?? [];
  }
}

const optional = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : readable(text, MAX_MESSAGE_CHARS);
