import { parseArgs } from 'node:util';

/** A server with credentials and a connection. */
export interface ServerOptions {
  /** Without a trailing slash. */
  address: string;
  /** The Authorization header; undefined if no sign-in is required. */
  authorization: string | undefined;
  connectionId: string;
}

/** Extensions of the specification that are measured only on request. */
export const extensions = ['pages', 'cancel'] as const;
/** One of {@link extensions}. */
export type Extension = (typeof extensions)[number];

/** The amount of work. */
export interface Effort {
  rounds: number;
  /** Consecutive batches in each round. */
  sequential: number;
  /** Batches of each throughput figure in each round. */
  batches: number;
  inFlight: number[];
  /** Delay between two polls of one batch. */
  pollMs: number;
  watchers: number;
  watchMs: number;
}

/** Texts of batches in the SQL dialect of the connection. */
export interface Texts {
  short: string;
  large: string;
  /** Runs longer than the watchers watch. */
  long: string;
}

/** The parsed command line. */
export interface FieldOptions {
  /** One or two servers. */
  servers: ServerOptions[];
  /** A PostgreSQL server that is queried directly, for comparison. */
  databaseUrl: string | undefined;
  effort: Effort;
  texts: Texts;
  with: ReadonlySet<Extension>;
  /** Names of parts; empty for all. */
  only: string[];
  json: boolean;
}

const usual: Effort = {
  rounds: 5,
  sequential: 100,
  batches: 500,
  inFlight: [8, 64],
  pollMs: 5,
  watchers: 200,
  watchMs: 5_000,
};

const quick: Effort = {
  rounds: 1,
  sequential: 5,
  batches: 10,
  inFlight: [4],
  pollMs: 5,
  watchers: 4,
  watchMs: 200,
};

/** 1,000,000 × 10 in PostgreSQL. */
const largeText = `select g as id, g * 7919::bigint as big, (g / 7.0)::numeric(12,2) as amount,
  g * 1.5::float8 as ratio, 'customer ' || g as name, md5(g::text) as hash, g % 2 = 0 as flag,
  timestamp '2024-01-01' + g * interval '1 second' as at, date '2024-01-01' + g % 365 as day,
  g % 100 as kind
from generate_series(1, 1000000) g`;

const usage = `npm run bench:field -- <address> [<second address>] --connection <id> [options]
  --connection <id>         the connection to run on; once for both servers, or once for each
  --login <e-mail:password> or --token <token>; or FIELD_LOGIN, FIELD_TOKEN; once, or once for each
  --with pages|cancel       also measures what the specification does not name
  --only <part>             latency, throughput, large, watchers, schema, cancel; may be repeated
  --short, --large, --long  SQL in the place of PostgreSQL's
  --rounds <n>  --quick  --json
DATABASE_URL names a PostgreSQL to compare with; psql must be installed.`;

const isExtension = (name: string): name is Extension =>
  (extensions as readonly string[]).includes(name);

/** Parses the command line. @throws with the problem and the usage */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv): FieldOptions {
  const refuse = (problem: string): never => {
    throw new Error(`${problem}\n\n${usage}`);
  };
  const { values, positionals } = parse(args, refuse);
  if (positionals.length < 1 || positionals.length > 2) refuse('One or two addresses are needed');
  const chosen = values.with ?? [];
  const unknown = chosen.find((name) => !isExtension(name));
  if (unknown !== undefined) refuse(`There is no extension ${unknown}`);
  const effort = values.quick === true ? quick : usual;
  const rounds = values.rounds === undefined ? effort.rounds : Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) refuse('--rounds is a whole number from 1 on');
  const logins = values.login ?? listOf(environment['FIELD_LOGIN']);
  const tokens = values.token ?? listOf(environment['FIELD_TOKEN']);
  return {
    servers: positionals.map((address, index) => ({
      address: plainAddress(address, refuse),
      authorization: authorizationOf(forServer(logins, index), forServer(tokens, index)),
      connectionId: forServer(values.connection, index) ?? refuse('--connection is needed'),
    })),
    databaseUrl: environment['DATABASE_URL'],
    effort: { ...effort, rounds },
    texts: {
      short: values.short ?? 'select 1',
      large: values.large ?? largeText,
      long: values.long ?? 'select pg_sleep(600)',
    },
    with: new Set(chosen.filter(isExtension)),
    only: values.only ?? [],
    json: values.json === true,
  };
}

function parse(args: string[], refuse: (problem: string) => never) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        connection: { type: 'string', multiple: true },
        login: { type: 'string', multiple: true },
        token: { type: 'string', multiple: true },
        with: { type: 'string', multiple: true },
        only: { type: 'string', multiple: true },
        short: { type: 'string' },
        large: { type: 'string' },
        long: { type: 'string' },
        rounds: { type: 'string' },
        quick: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

const listOf = (value: string | undefined): string[] | undefined =>
  value === undefined ? undefined : [value];

/** A single value applies to both servers. */
const forServer = (given: string[] | undefined, index: number): string | undefined =>
  given?.[index] ?? given?.[0];

/** An empty token means none: that server uses the login. */
function authorizationOf(login: string | undefined, token: string | undefined): string | undefined {
  if (token) return `Bearer ${token}`;
  return login ? `Basic ${Buffer.from(login).toString('base64')}` : undefined;
}

function plainAddress(address: string, refuse: (problem: string) => never): string {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    refuse(`${address} is not an address that begins with http:// or https://`);
  }
  return address.replace(/\/+$/, '');
}
