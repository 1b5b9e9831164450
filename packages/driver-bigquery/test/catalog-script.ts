import { resultOf, type Script } from '@sluice/testkit';

/** Tables by dataset, by project. */
export type Catalog = Record<string, Record<string, readonly string[]>>;

/**
 * Answers the queries over INFORMATION_SCHEMA. A name in `refused`, such as `p.region-eu` or `p.d`, is refused: each
 * query that reads it fails.
 */
export function catalogScript(
  catalog: Catalog,
  refused: readonly string[],
  asked: string[][],
): Script {
  return {
    pattern: /INFORMATION_SCHEMA/,
    run: ({ input }) => {
      const views = [...input.matchAll(/FROM `([^`]+)`\.`([^`]+)`\.INFORMATION_SCHEMA\.(\w+)/g)];
      const names = views.map(([, project, part]) => `${project ?? ''}.${part ?? ''}`);
      asked.push(names);
      const denied = names.find((name) => refused.includes(name));
      if (denied !== undefined) {
        const message = `Access Denied: Table ${denied}.INFORMATION_SCHEMA: User does not have permission to query it`;
        return { statementType: '', refusal: { reason: 'accessDenied', message } };
      }
      const rows = views.flatMap(([, project = '', part = '', view = '']) =>
        Object.entries(catalog[project] ?? {})
          .filter(([dataset]) => part === 'region-eu' || part === dataset)
          .flatMap(([dataset, tables]) => rowsOf(view, dataset, tables)),
      );
      const fields = (rows[0] ?? []).map((_, index) => ({
        name: `f${String(index)}`,
        type: 'STRING',
      }));
      return { statementType: 'SELECT', result: resultOf(fields, rows) };
    },
  };
}

function rowsOf(view: string, dataset: string, tables: readonly string[]): (string | null)[][] {
  if (view === 'SCHEMATA') return [[dataset, null]];
  if (view === 'TABLES') return tables.map((table) => [dataset, table, 'BASE TABLE', null]);
  return tables.map((table) => [dataset, table, '1', 'id', 'NUMERIC(10, 2)', null]);
}
