import { exitCodes } from './exit-codes.js';

/** What `--help` shows. */
export const helpText = (): string => `Usage: sluice <command> [options]

Commands
  run [SQL]        runs SQL and writes the rows to standard output
  connections      lists the connections that you may use
  batches          lists your latest batches
  cancel <id>      cancels a batch and waits until that is confirmed

Options of run
  -c, --connection <name or id>   where to run (required)
  -f, --file <path>               reads the SQL from a file; without it and without SQL: standard input
      --format <format>           csv, json, ndjson or table; on a terminal table, else csv
      --name <text>               a name for the batch
  -q, --quiet                     no progress and no messages, errors only

Options of connections and batches
      --format <format>           as above
      --limit <number>            at most so many batches (20)

Options of all
      --url <address>             the service; else SLUICE_URL, else http://127.0.0.1:3000
      --email <address>           who you are; else SLUICE_EMAIL. The password: SLUICE_PASSWORD, else asked
  -h, --help                      shows this
      --version                   shows the version

A service token stands in SLUICE_TOKEN. Ctrl-C cancels the batch; a second one leaves at once.

Exit codes
${Object.values(exitCodes)
  .map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`)
  .join('\n')}
`;
