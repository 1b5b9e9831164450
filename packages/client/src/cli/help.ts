import { exitCodes } from './exit-codes.js';

/** Returns the text of `--help`. */
export const helpText = (): string => `Usage: sluice <command> [options]

Commands
  run [SQL]        run SQL and write the rows to standard output
  connections      list the connections that you can use
  batches          list your latest batches
  cancel <id>      cancel a batch and wait for the confirmation

Options of run
  -c, --connection <name or id>   connection to run on (required without --query)
      --query <id>                run a saved query instead of SQL, by default on its connection
  -f, --file <path>               read SQL from a file (default: standard input)
      --format <format>           csv, json, ndjson or table (default: table on a terminal, else csv)
      --name <text>               name of the batch
      --param <name=value>        value of the placeholder {{name}}; name:type=value sets the type, a repeated
                                  name is a list, a name without = is null
      --max-age <seconds>         reuse the rows of an equal run that ended at most so long ago; the run is read-only
  -q, --quiet                     print errors only

Options of connections and batches
      --format <format>           as above
      --limit <number>            maximum number of batches (default: 20)

Global options
      --url <address>             URL of the service (default: SLUICE_URL or http://127.0.0.1:3000)
      --email <address>           e-mail to sign in with (default: SLUICE_EMAIL); the password is read from
                                  SLUICE_PASSWORD or the terminal
  -h, --help                      show this help
      --version                   show the version

SLUICE_TOKEN holds a personal or service token. Ctrl-C cancels the batch; a second Ctrl-C exits at once.

Exit codes
${Object.values(exitCodes)
  .map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`)
  .join('\n')}
`;
