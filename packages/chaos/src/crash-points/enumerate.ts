import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rule, type CheckResult } from '../checker/rule.js';
import { runLane, type LaneOptions, type LaneReport, type TriedPoint } from './lane.js';

/** What an enumeration found. */
export interface EnumerationReport {
  points: TriedPoint[];
  /** The rules, each over all that was tried. */
  checks: CheckResult[];
}

/** Runs lanes, this many at a time. */
export async function enumeratePoints(
  lanes: readonly Omit<LaneOptions, 'folder'>[],
  sideBySide: number,
): Promise<EnumerationReport> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-points-'));
  await chmod(folder, 0o755);
  const reports: LaneReport[] = [];
  const queue = lanes.values();
  const work = async (): Promise<void> => {
    for (const lane of queue) reports.push(await runLane({ ...lane, folder }));
  };
  try {
    // Every lane ends, and with it its processes, before a failure of one is told.
    const ends = await Promise.allSettled(Array.from({ length: sideBySide }, work));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return {
    points: reports.flatMap((report) => report.points),
    checks: merge(reports.flatMap((report) => report.checks)),
  };
}

/** One line for each rule over all lanes. */
function merge(checks: readonly CheckResult[]): CheckResult[] {
  const merged = new Map<string, CheckResult>();
  for (const result of checks) {
    const known = merged.get(`${result.name} ${result.rule}`);
    merged.set(`${result.name} ${result.rule}`, {
      ...rule(result.name, result.rule, [], () => null),
      looked: (known?.looked ?? 0) + result.looked,
      violations: [...(known?.violations ?? []), ...result.violations],
    });
  }
  return [...merged.values()];
}
