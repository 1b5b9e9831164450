/** A logged request. */
export interface BigQueryRequest {
  method: string;
  /** The path after the version, such as `projects/p/jobs`; `token` for a token request. */
  path: string;
  query: Record<string, string>;
  /** The JSON body; null if there is none. */
  body: unknown;
}

/** A fault of a response. */
export type Fault =
  /** The connection is dropped before the request is executed. */
  | { do: 'drop' }
  /** The request is executed, then the connection is dropped. */
  | { do: 'lose' }
  /** Another response; the request is not executed. */
  | { do: 'answer'; status: number; body: string; headers?: Record<string, string> }
  /** The response breaks off after this many bytes. */
  | { do: 'cut'; afterBytes: number }
  /** A changed response. */
  | { do: 'change'; change: (answer: Buffer) => Buffer }
  /** This text, then another one that never ends. */
  | { do: 'flood'; first: string; then: string }
  /** No response, and the connection stays open. */
  | { do: 'hang' };

interface Planned {
  concerns: (request: BigQueryRequest) => boolean;
  fault: Fault;
  left: number;
}

/** The planned faults, in order. */
export class Faults {
  private planned: Planned[] = [];

  /** The next `times` requests that match `concerns` get the fault. */
  plan(concerns: Planned['concerns'], fault: Fault, times = 1): void {
    this.planned.push({ concerns, fault, left: times });
  }

  /** Returns the fault of a request and removes it. */
  take(request: BigQueryRequest): Fault | null {
    const found = this.planned.find(({ left, concerns }) => left > 0 && concerns(request));
    if (!found) return null;
    found.left--;
    return found.fault;
  }

  clear(): void {
    this.planned = [];
  }
}

const statuses = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [409, 'ALREADY_EXISTS'],
  [429, 'RESOURCE_EXHAUSTED'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
]);

/** Returns an error in the format of the REST API. */
export const errorBody = (code: number, reason: string, message: string): string =>
  JSON.stringify({
    error: {
      code,
      message,
      errors: [{ message, domain: 'global', reason }],
      status: statuses.get(code),
    },
  });
