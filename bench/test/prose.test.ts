import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Sentences that earlier versions of the project contained, or of their kind. */
const rejected = [
  'The way of a batch',
  'The settings have problems',
  'Everybody comes in without signing in.',
  '0 = any number',
  'More are a bad request',
  'serves on for so long, not ready',
  'The service failed here; its log says how',
  'This is no id of a statement',
  'Nobody is called so',
  'The same once more',
  'No worker lives',
  'Read the history anew',
  'worker takes jobs',
  'Room for results, looked at again and again',
  'Whom everybody is who proves to be nobody else',
  'Know an install that runs by its touching, not by its number',
  'Say of which clients the limit is exact',
  'Texts inside of lists, structs and maps of DuckDB keep a byte order mark at their beginning.',
  'What somebody was refused who hung up at once is in the record, too, with where they came from.',
  'What counts is what the database has seen.',
  'Who asks is refused.',
  'The file is to be removed.',
  'The lease is no longer held any more.',
  'None of the workers answered.',
  'It is as good as idle.',
  'The end of the read of the file of the batch.',
  'Reads its own database.',
  'The keeper starts it.',
  'Each way in has a button.',
  'The batch goes on elsewhere.',
  'No room is left.',
  'Looks whether the lease is held.',
];

/** Their replacements. */
const accepted = [
  'Life of a batch',
  'Invalid configuration',
  'Disables authentication. Every request is allowed.',
  '0 disables the limit',
  'Maximum statements per batch',
  'Seconds to keep serving after SIGTERM while `/api/ready` reports 503',
  'Internal error. See the worker log for request 0190…',
  'Invalid Snowflake query ID',
  'No matching users',
  'Confirm password',
  'No workers online',
  'Refresh',
  'worker ready',
  'Monitors free space for results',
  'Anonymous principal when authentication is disabled',
  'fix(install): detect a live lock by its mtime, not its pid',
  'docs(limits): state when the client limit is approximate',
  'DuckDB strings nested in lists, structs and maps keep a leading byte order mark.',
  'Audit log: refused requests are now recorded with their client address.',
];

/** Runs the check on one file. Returns the lines with a finding. */
async function findings(directory: string, name: string, text: string): Promise<Set<number>> {
  const path = join(directory, name);
  await writeFile(path, text);
  const run = promisify(execFile)(process.execPath, ['scripts/check-prose.mjs', path], {
    cwd: root,
  });
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
  return new Set([...stdout.matchAll(/:(\d+) {2}"/g)].map(([, line]) => Number(line)));
}

t.test('the prose check rejects the old sentences and accepts their replacements', async (t) => {
  const directory = t.testdir();
  const table = (sentences: string[]) => sentences.map((text) => `| ${text} |`).join('\n');
  const rejectedLines = await findings(directory, 'rejected.md', table(rejected));
  t.same(
    rejected.filter((_, index) => !rejectedLines.has(index + 1)),
    [],
    'each has a finding',
  );
  const acceptedLines = await findings(directory, 'accepted.md', table(accepted));
  t.same(
    accepted.filter((_, index) => acceptedLines.has(index + 1)),
    [],
    'none has a finding',
  );
});

t.test(
  'the prose check reads comments, strings, templates and markup of every language',
  async (t) => {
    const directory = t.testdir();
    const read = async (name: string, lines: string[]) => [
      ...(await findings(directory, name, lines.join('\n'))),
    ];
    t.same(
      await read('a.tsx', [
        '// Nobody is called so.',
        '/** The worker keeps',
        ' * its own database. */',
        "export const a = 'no worker lives';",
        'export const b = `read ${a} anew`;',
        'export const c = <p>Nobody came</p>;',
        "export const nobody = 'nobody';",
        'export const d = /nobody came/;',
      ]),
      [1, 2, 4, 5, 6],
      'names and patterns are code',
    );
    t.same(
      await read('a.md', [
        '# Nobody came',
        '',
        '```sh',
        'echo nobody came',
        '```',
        '`nobody came`',
      ]),
      [1],
      'code blocks are code',
    );
    t.same(
      await read('a.yaml', ['# nobody came', 'a: nobody came', 'b: "nobody came"']),
      [1, 2, 3],
    );
    t.same(await read('a.sql', ['-- nobody came', "select 'nobody came';"]), [1, 2]);
  },
);
