import { readdir, readFile } from 'node:fs/promises';
import { requestErrorCodes, statementErrorCodes } from '@sluice/contracts';
import t from 'tap';

const root = new URL('../../../', import.meta.url);

/** Returns the text of all TypeScript files in the folders. */
async function sourcesOf(...folders: string[]): Promise<string> {
  const texts: string[] = [];
  for (const folder of folders) {
    const base = new URL(`${folder}/`, root);
    for (const name of await readdir(base, { recursive: true })) {
      if (name.endsWith('.ts')) texts.push(await readFile(new URL(name, base), 'utf8'));
    }
  }
  return texts.join('\n');
}

/** Returns the first two cells of each row in the table under a heading. */
function tableBelow(page: string, heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| (\S+) +\| (\S+)/gm)].map(([, first = '', second = '']) =>
    [first, second].map((cell) => cell.replaceAll('`', '')),
  );
}

t.test(
  'docs/reference/errors.md lists the error codes of the contract, and the code uses no others',
  async (t) => {
    const page = await readFile(new URL('docs/reference/errors.md', root), 'utf8');

    t.test('codes of requests', async (t) => {
      const documented = tableBelow(page, 'Codes of requests').filter(([status]) =>
        /^\d+$/.test(status ?? ''),
      );
      const contract = Object.entries(requestErrorCodes).map(([code, status]) => [
        String(status),
        code,
      ]);
      t.same(documented.toSorted(), contract.toSorted());
      const sources = await sourcesOf(
        'apps/api/src',
        'packages/errors/src',
        'packages/database/src',
        'packages/result-views/src',
      );
      const raised = [
        /AppError\(\s*'([a-z_]+)',\s*[45]/g,
        /(?:notFound|malformedRequest)\(\s*'([a-z_]+)'/g,
        /forbidden\([^;]*?,\s*'([a-z_]+)',?\s*\)/g,
        /= '[^']+', code = '([a-z_]+)'/g,
        /code: '([a-z_]+)', checks/g,
      ].flatMap((pattern) => [...sources.matchAll(pattern)].map(([, code = '']) => code));
      t.ok(raised.length > 15);
      // `configuration` ends the start, so no request returns it.
      const unknown = raised.filter(
        (code) => code !== 'configuration' && !(code in requestErrorCodes),
      );
      t.same(unknown, []);
      for (const code of Object.keys(requestErrorCodes)) t.match(sources, `'${code}'`, code);
    });

    t.test('codes of statements', async (t) => {
      const section = page.split('\n## Errors of statements\n')[1] ?? '';
      const table = section.slice(section.indexOf('| none '));
      const documented = [...table.matchAll(/^\| `(\w+)` +\|/gm)].map(([, code]) => code);
      t.same(documented.toSorted(), statementErrorCodes.toSorted());
      const sources = await sourcesOf(
        'apps/worker/src',
        'packages/database/src',
        'packages/driver-kit/src',
        'packages/driver-postgres/src',
      );
      for (const code of statementErrorCodes) t.match(sources, `'${code}'`, code);
    });
  },
);
