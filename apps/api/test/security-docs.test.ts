import { access, readFile } from 'node:fs/promises';
import { settings } from '@sluice/config';
import t from 'tap';
import { DEFAULT_LIMITS } from '../src/identity/local/attempts.js';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const states = ['held', 'by decision', 'held in part', 'not yet', 'does not apply'];

/** Levels of the requirements in each section of ASVS 5.0.0, in order, without level 3. */
const asvs: Record<string, string> = {
  ...{ 'V1.1': '22', 'V1.2': '111112222', 'V1.3': '11222222222', 'V1.4': '222', 'V1.5': '12' },
  ...{ 'V2.1': '122', 'V2.2': '112', 'V2.3': '1222', 'V2.4': '2' },
  ...{ 'V3.2': '11', 'V3.3': '1222', 'V3.4': '112222', 'V3.5': '11122', 'V3.7': '22' },
  ...{ 'V4.1': '122', 'V4.2': '2', 'V4.3': '22', 'V4.4': '1222' },
  ...{ 'V5.1': '2', 'V5.2': '112', 'V5.3': '11', 'V5.4': '222' },
  ...{ 'V6.1': '122', 'V6.2': '111111112222', 'V6.3': '1122', 'V6.4': '1122' },
  ...{ 'V6.5': '22222', 'V6.6': '222', 'V6.8': '2222' },
  ...{ 'V7.1': '222', 'V7.2': '1111', 'V7.3': '22', 'V7.4': '11222', 'V7.5': '22', 'V7.6': '22' },
  ...{ 'V8.1': '12', 'V8.2': '112', 'V8.3': '1', 'V8.4': '2' },
  ...{ 'V9.1': '111', 'V9.2': '1222' },
  ...{ 'V10.1': '22', 'V10.2': '22', 'V10.3': '2222', 'V10.4': '11111222222' },
  ...{ 'V10.5': '22222', 'V10.6': '22', 'V10.7': '222' },
  ...{ 'V11.1': '22', 'V11.2': '222', 'V11.3': '112', 'V11.4': '1222', 'V11.5': '2', 'V11.6': '2' },
  ...{ 'V12.1': '122', 'V12.2': '11', 'V12.3': '2222' },
  ...{ 'V13.1': '2', 'V13.2': '22222', 'V13.3': '22', 'V13.4': '12222' },
  ...{ 'V14.1': '22', 'V14.2': '1222', 'V14.3': '122' },
  ...{ 'V15.1': '122', 'V15.2': '122', 'V15.3': '1222222' },
  ...{ 'V16.1': '2', 'V16.2': '22222', 'V16.3': '2222', 'V16.4': '222', 'V16.5': '222' },
  ...{ 'V17.1': '2', 'V17.2': '2222', 'V17.3': '22' },
};

const names = Object.keys(settings);

interface Row {
  id: string;
  /** The cells after the id. */
  cells: string[];
  state: string;
  /** Tests and files that show the requirement, or what is missing. */
  evidence: string;
}

/** Returns the table rows of a page whose first cell is an id. */
const rowsOf = (page: string): Row[] =>
  page.split('\n').flatMap((line) => {
    if (!/^\| [SV]\d/.test(line)) return [];
    const [id = '', ...cells] = line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1);
    const [state = '', evidence = ''] = cells.slice(-2);
    return [{ id, cells, state, evidence }];
  });

const referencePattern =
  /`((?:apps|packages|docs|prisma)\/[^`\s]+|[\w.-]+\.(?:cjs|js|json|md))`(?: “([^”]+)”)?/g;

/** Returns the files that a row names, with the test title if there is one. */
const referencesOf = ({ evidence }: Row): { path: string; title: string | undefined }[] =>
  [...evidence.matchAll(referencePattern)].map(([, path = '', title]) => ({ path, title }));

/** Returns the ids of requirements.md that a row refers to. */
const requirementsOf = ({ evidence }: Row): string[] => evidence.match(/\bS\d+\b/g) ?? [];

/** A link to a decision record, which the state "by decision" requires. */
const linkToDecision = /\]\(\.\.\/\.\.\/decisions\/\d{4}-[\w-]+\.md\)/;
const linksOf = ({ evidence }: Row): string[] =>
  [...evidence.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path = '']) => path);

const statesWhatIsMissing = ({ evidence }: Row): boolean =>
  /Missing: .+ \((?:issue [4-8]|no issue yet)\)$/.test(evidence);

const requirements = rowsOf(await read('docs/reference/security/requirements.md'));
const mapping = rowsOf(await read('docs/reference/security/asvs.md'));
const stateOf = new Map(requirements.map(({ id, state }) => [id, state]));

t.test('requirements.md has S1 to S67, and asvs.md levels 1 and 2, each once', async (t) => {
  t.same(
    requirements.map(({ id }) => id),
    Array.from({ length: 67 }, (_, index) => `S${index + 1}`),
  );
  const expected = Object.entries(asvs).flatMap(([section, levels]) =>
    levels.split('').map((level, index) => `${section}.${index + 1} of level ${level}`),
  );
  t.same(
    mapping.map(({ id, cells }) => `${id} of level ${cells[0]}`),
    expected,
  );
  const count = (level: string) => mapping.filter(({ cells }) => cells[0] === level).length;
  t.same([count('1'), count('2')], [70, 183]);
});

t.test('each row has a state and the evidence that the state requires', async (t) => {
  for (const [rows, width] of [
    [requirements, 3],
    [mapping, 4],
  ] as const) {
    for (const { id, cells, state, evidence } of rows) {
      t.equal(cells.length, width, id);
      t.ok(states.includes(state), `${id}: ${state}`);
      t.ok(
        cells.every((cell) => cell !== ''),
        `${id} has no empty cell`,
      );
      if (state === 'held' || state === 'by decision') t.notMatch(evidence, /Missing:/, id);
      if (state === 'by decision') t.match(evidence, linkToDecision, `${id} links its decision`);
    }
  }
  for (const row of requirements) {
    const isTested = referencesOf(row).some(({ title }) => title !== undefined);
    if (row.state === 'held') t.ok(isTested, `${row.id} names a test`);
    if (/part|yet/.test(row.state))
      t.ok(statesWhatIsMissing(row), `${row.id} says what is missing`);
  }
  for (const row of mapping.filter(({ state }) => /part|yet/.test(state))) {
    const isOpenThere = requirementsOf(row).some((id) => /part|yet/.test(stateOf.get(id) ?? ''));
    t.ok(statesWhatIsMissing(row) || isOpenThere, `${row.id} says what is missing`);
  }
});

t.test('no row of asvs.md claims more than the requirements it refers to', async (t) => {
  for (const row of mapping) {
    for (const id of requirementsOf(row)) {
      t.ok(stateOf.has(id), `${row.id}: ${id}`);
      if (row.state === 'held') t.not(stateOf.get(id), 'not yet', `${row.id} refers to ${id}`);
    }
  }
});

t.test('every named file and test exists', async (t) => {
  const files = new Map<string, Promise<string>>();
  const textOf = (path: string): Promise<string> => {
    const text = files.get(path) ?? read(path);
    files.set(path, text);
    return text;
  };
  for (const row of [...requirements, ...mapping]) {
    const titles = row.evidence.match(/“/g)?.length ?? 0;
    const references = referencesOf(row);
    t.equal(
      references.filter(({ title }) => title !== undefined).length,
      titles,
      `${row.id}: a title follows its file`,
    );
    for (const path of linksOf(row)) {
      await t.resolves(
        access(new URL(`docs/reference/security/${path}`, root)),
        `${row.id}: ${path}`,
      );
    }
    for (const { path, title } of references) {
      if (title === undefined) {
        await t.resolves(access(new URL(path, root)), `${row.id}: ${path}`);
      } else {
        const text = await textOf(path).catch(() => '');
        t.ok(hasTest(text, title), `${row.id}: ${path} “${title}”`);
      }
    }
  }
});

/** Pages that rows refer to. */
const pages = [
  'sessions',
  'sign-in-strength',
  'keys',
  'data',
  'transport',
  'target-hosts',
  'updates',
];

/** Returns GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

t.test('pages link to existing anchors and name existing settings', async (t) => {
  const folder = new URL('docs/reference/security/', root);
  for (const name of [...pages, 'asvs', 'requirements']) {
    const page = await read(`docs/reference/security/${name}.md`);
    for (const [, path = '', anchor] of page.matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)) {
      if (/^https?:/.test(path)) continue;
      const target = path === '' ? page : await readFile(new URL(path, folder), 'utf8');
      if (anchor === undefined) continue;
      const anchors = [...target.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text));
      t.ok(anchors.includes(anchor), `${name}: ${path}#${anchor}`);
    }
    const referencePattern = [
      ...page.matchAll(/\b(?:SERVICE_\w+|PUBLIC_URL|(?:DATABASE|REDIS)_URL)(…?)/g),
    ];
    for (const [text, isBeginning] of referencePattern) {
      const setting = text.replace('…', '');
      const isThere =
        isBeginning === '' ? setting in settings : names.some((each) => each.startsWith(setting));
      t.ok(isThere, `${name}: ${text}`);
    }
  }
});

t.test('the page on sign-in strength has the real limits', async (t) => {
  const page = await read('docs/reference/security/sign-in-strength.md');
  const minutes = DEFAULT_LIMITS.windowSeconds / 60;
  const rows = [...page.matchAll(/\| (\d+) +\| (\d+ \w+) +\|$/gm)].map(([, ...row]) => row);
  t.same(rows, [
    [String(DEFAULT_LIMITS.perAccountAndNetwork), `${minutes} minutes`],
    [String(DEFAULT_LIMITS.perNetwork), `${minutes} minutes`],
    [String(DEFAULT_LIMITS.perAccount), '1 hour'],
  ]);
});

/** Returns whether a source contains a test with this title. */
const hasTest = (source: string, title: string): boolean => {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`\\btest\\(\\s*(['"\`])${literal}\\1`).test(source);
};
