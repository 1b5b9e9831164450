import type { Outcome } from '@sluice/contracts';

/** An error of the service, rather than of the target database, that ends a batch. */
export class BatchError extends Error {
  override readonly name = 'BatchError';
  readonly detail: string | undefined;
  constructor(
    readonly code: string,
    readonly outcome: Outcome,
    title: string,
    options: ErrorOptions & { detail?: string } = {},
  ) {
    super(title, options);
    this.detail = options.detail;
  }
}
