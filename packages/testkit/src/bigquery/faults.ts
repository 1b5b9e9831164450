/** A request as the log keeps it. */
export interface BigQueryRequest {
  method: string;
  /** Behind the version, such as `projects/p/jobs`; `token` for a request for a token. */
  path: string;
  query: Record<string, string>;
  /** The JSON body; null = none. */
  body: unknown;
}

/** What goes wrong with an answer. */
export type Fault =
  /** The connection is dropped; nothing is done. */
  | { do: 'drop' }
  /** What was asked for is done, then the connection is dropped. */
  | { do: 'lose' }
  /** Another answer; nothing is done. */
  | { do: 'answer'; status: number; body: string; headers?: Record<string, string> }
  /** The answer breaks off behind so many bytes. */
  | { do: 'cut'; afterBytes: number }
  /** The answer, changed. */
  | { do: 'change'; change: (answer: Buffer) => Buffer }
  /** This text, then another one without an end. */
  | { do: 'flood'; first: string; then: string }
  /** No answer at all, and the connection stays open. */
  | { do: 'hang' };

interface Planned {
  concerns: (request: BigQueryRequest) => boolean;
  fault: Fault;
  left: number;
}

/** What is to go wrong, in the order in which it was planned. */
export class Faults {
  private planned: Planned[] = [];

  /** The next `times` requests that `concerns` is true of get the fault. */
  plan(concerns: Planned['concerns'], fault: Fault, times = 1): void {
    this.planned.push({ concerns, fault, left: times });
  }

  /** The fault of a request, which is used up by it. */
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

/** An error in the words of the REST API. */
export const errorBody = (status: number, reason: string, message: string): string =>
  JSON.stringify({
    error: { code: status, message, errors: [{ message, domain: 'global', reason }] },
  });
