import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rule, type CheckResult } from '../checker/rule.js';
import { runLane, type LaneOptions, type LaneReport, type TriedPoint } from './lane.js';

/** The result of an enumeration. */
export interface EnumerationReport {
  points: TriedPoint[];
  /** The rules, each over all points. */
  checks: CheckResult[];
}

/** Runs lanes, a limited number at the same time. */
export async function enumeratePoints(
  lanes: readonly Omit<LaneOptions, 'folder'>[],
  concurrency: number,
): Promise<EnumerationReport> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-points-'));
  await chmod(folder, 0o755);
  const reports: LaneReport[] = [];
  const queue = lanes.values();
  const work = async (): Promise<void> => {
    for (const lane of queue) reports.push(await runLane({ ...lane, folder }));
  };
  try {
    // All lanes end, with their processes, before the failure of one is reported.
    const ends = await Promise.allSettled(Array.from({ length: concurrency }, work));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return {
    points: reports.flatMap((report) => report.points),
    checks: merge(reports.flatMap((report) => report.checks)),
  };
}

/** Merges the results of each rule over all lanes. */
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
