import { spawn } from 'node:child_process';
import pg from 'pg';
import { timed } from '../timed.js';
import type { Texts } from './options.js';
import type { Subject } from './subject.js';

const schemaText = `select table_schema, table_name, column_name, data_type
  from information_schema.columns order by 1, 2, ordinal_position`;

/** The same work without a service: a new connection for each batch, `psql` for large results. */
export function openPostgres(databaseUrl: string, texts: Texts): Subject {
  const run = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  return {
    name: 'PostgreSQL',
    runShort: () => run(texts.short),
    runLarge: async () => {
      const [bytes, takenMs] = await timed(() => copyOut(databaseUrl, texts.large));
      const seconds = takenMs / 1000;
      return {
        storeSeconds: seconds,
        readSeconds: seconds,
        megabytes: bytes / 1e6,
        rows: null,
        pageMs: null,
      };
    },
    watch: null,
    readSchema: () => run(schemaText),
    cancel: null,
    close: () => Promise.resolve(),
  };
}

/** Returns the number of bytes that `psql` copies; they are dropped. */
async function copyOut(databaseUrl: string, text: string): Promise<number> {
  const child = spawn('psql', [databaseUrl, '-c', `copy (${text}) to stdout`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let bytes = 0;
  child.stdout.on('data', (part: Buffer) => (bytes += part.length));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`psql ended with ${String(code)}`);
  return bytes;
}
