import type { Planned, Remark } from './plan.js';

/** The report of an import or a dry run. */
export interface ImportReport {
  /** False for a dry run. */
  applied: boolean;
  kinds: ReportedKind[];
  /** Data that is never imported, with the reason. */
  notImported: Remark[];
}

/** Counts of one kind of rows. */
export interface ReportedKind {
  kind: 'users' | 'connections' | 'connection accesses' | 'saved queries';
  /** Rows in the old database. */
  found: number;
  created: number;
  /** Rows that already exist. */
  present: number;
  leftOut: Remark[];
  notes: Remark[];
}

/** Returns the counts of a plan. */
export const reportOf = (
  kind: ReportedKind['kind'],
  found: number,
  { rows, present, leftOut, notes }: Planned<unknown>,
): ReportedKind => ({ kind, found, created: rows.length, present, leftOut, notes });

/** Returns the report as lines for a terminal. */
export function reportLines({ applied, kinds, notImported }: ImportReport): string[] {
  const verb = applied ? 'created' : 'to create';
  const lines = [
    applied ? 'Import applied.' : 'Dry run: nothing was written. Repeat with --apply to import.',
    '',
    `${'kind'.padEnd(20)} ${'found'.padStart(7)} ${verb.padStart(10)} ${'present'.padStart(8)} ${'left out'.padStart(9)}`,
  ];
  for (const { kind, found, created, present, leftOut } of kinds) {
    const numbers = [
      String(found).padStart(7),
      String(created).padStart(10),
      String(present).padStart(8),
      String(leftOut.length).padStart(9),
    ];
    lines.push(`${kind.padEnd(20)} ${numbers.join(' ')}`);
  }
  const sections: [title: string, remarks: Remark[]][] = [
    ['Left out', kinds.flatMap(({ leftOut }) => leftOut)],
    ['Check these', kinds.flatMap(({ notes }) => notes)],
    ['Not imported', notImported],
  ];
  for (const [title, remarks] of sections) {
    if (remarks.length === 0) continue;
    lines.push('', `${title}:`, ...remarks.map(({ subject, reason }) => `  ${subject}: ${reason}`));
  }
  return lines;
}
