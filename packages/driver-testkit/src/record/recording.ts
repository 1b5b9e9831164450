import type { ReplayAnswer, ReplayEntry } from '@sluice/testkit';

/** A scrubbed request with its scrubbed response, in the form of a {@link ReplayEntry} with one answer. */
export interface RecordedExchange {
  /** Name of the statement that the request belongs to; `session` for sign-in and the end of the session. */
  statement: string;
  method: string;
  /** Path without the query. Its placeholders stand for any text. */
  path: string;
  query: Record<string, string>;
  request: { headers: Record<string, string>; json: unknown };
  answer: Pick<ReplayAnswer, 'status' | 'headers' | 'json' | 'gzip'> & { bytes?: string };
}

/** How a statement ended in the driver that recorded it. */
export interface RecordedOutcome {
  statement: string;
  sql: string;
  /** `finished`, or the code and outcome of the error. */
  result: string;
  rows: number;
}

/** The content of a file that `npm run record` writes. */
export interface Recording {
  driver: string;
  outcomes: RecordedOutcome[];
  exchanges: RecordedExchange[];
}

/** Stands for the scheme, host and port of the server. */
export const ORIGIN = '{{origin}}';

/** Stands for an id with letters; ids in the form of a UUID keep it. */
export const placeholderId = /^(?:id-\d+|0{8}-0000-4000-8000-\d{12})$/;

/** Returns the table of a recording for the replay server. */
export const replayEntriesOf = ({ exchanges }: Recording): ReplayEntry[] =>
  exchanges.map(({ method, path, answer }) => ({
    method,
    path: patternOf(path),
    answers: [
      ({ headers: { host = '' } }) => {
        const { json, ...rest } = answer;
        return json === undefined ? rest : { ...rest, json: withOrigin(json, `http://${host}`) };
      },
    ],
  }));

/** Returns a text as a pattern that matches only itself. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** A client chooses new ids in each run, so placeholders match any segment. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split('/')
      .map((part) => (placeholderId.test(part) ? '[^/]+' : escaped(part)))
      .join('/')}$`,
  );

const withOrigin = (json: unknown, origin: string): unknown =>
  JSON.parse(JSON.stringify(json).replaceAll(ORIGIN, origin));
