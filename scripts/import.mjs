// `npm run import`: brings users, connections, accesses and saved queries of a SQLPad service into this one. Takes the
// service's own settings; see docs/how-to/move-from-sqlpad.md.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkNode } from './lib/check-node.mjs';

checkNode('26.0');

const usage = `Usage: npm run import -- --from <file or address> [--passphrase <text>] [--apply]

  --from        SQLPad's SQLite file (sqlpad.sqlite), or postgres://user:password@host/database
  --passphrase  SQLPAD_PASSPHRASE of the old service. Default: the variable SQLPAD_PASSPHRASE, else SQLPad's default
  --apply       Write. Without it the import only reports what it would do
  --help        Show this text

Sluice must be running with its embedded database, or DATABASE_URL and SERVICE_PASSPHRASE must be set.`;

/** SQLPad's own default. */
const defaultPassphrase = "At least the sensitive bits won't be plain text?";

function readArguments() {
  try {
    return parseArgs({
      options: {
        from: { type: 'string' },
        passphrase: { type: 'string' },
        apply: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return { problem: error.message };
  }
}

const options = readArguments();
if (options.help) {
  console.log(usage);
  process.exit(0);
}
if (options.problem !== undefined || options.from === undefined) {
  console.error(`${options.problem ?? '--from is required'}\n\n${usage}`);
  process.exit(2);
}

const { build } = await import('./lib/build.mjs');
await build();
const { loadStandaloneConfig } = await import('@sluice/config');
const { createCipher, openDatabase } = await import('@sluice/database');
const { importSqlpad, reportLines } = await import('@sluice/import');
const { runningDatabase } = await import('@sluice/standalone');

async function run() {
  const { settings } = loadStandaloneConfig();
  const running =
    settings.DATABASE_URL === undefined
      ? await runningDatabase(resolve(settings.SERVICE_DB_PATH))
      : { databaseUrl: settings.DATABASE_URL, passphrase: settings.SERVICE_PASSPHRASE };
  const database = openDatabase({
    databaseUrl: running.databaseUrl,
    poolSize: 1,
    applicationName: 'sluice-import',
  });
  try {
    const report = await importSqlpad({
      from: options.from,
      passphrase: options.passphrase ?? process.env.SQLPAD_PASSPHRASE ?? defaultPassphrase,
      database,
      cipher: createCipher(
        settings.SERVICE_PASSPHRASE ?? running.passphrase,
        settings.SERVICE_PASSPHRASE_PREVIOUS,
      ),
      localFilesDir: settings.SERVICE_LOCAL_FILES_DIR,
      apply: options.apply,
    });
    console.log(reportLines(report).join('\n'));
  } finally {
    await database.$disconnect();
  }
}

try {
  await run();
} catch (error) {
  const isExpected = ['AppError', 'StartFailure'].includes(error.name);
  console.error(
    isExpected ? [error.title ?? error.message, error.detail].filter(Boolean).join('\n') : error,
  );
  process.exit(1);
}
