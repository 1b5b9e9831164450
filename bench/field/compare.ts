import { summarize, type FieldFigure, type Measured } from './figures.js';
import type { FieldOptions } from './options.js';
import { parts } from './parts.js';
import { openPostgres } from './postgres.js';
import { openServer } from './server.js';

/** What was measured of whom; the first server is the one that ratios are of. */
export interface Comparison {
  subjects: string[];
  figures: FieldFigure[];
}

/** The address; one server may be compared with itself, on another connection. */
const nameOf = (servers: FieldOptions['servers'], index: number): string => {
  const address = servers[index]?.address ?? '';
  return index > 0 && address === servers[0]?.address ? `${address} again` : address;
};

/**
 * Runs every part on every subject by turns, round after round: what else the machine does then hits all of them.
 * The first round of each is for warming up and does not count when there are several.
 */
export async function compare(
  options: FieldOptions,
  say: (line: string) => void,
): Promise<Comparison> {
  const { servers, databaseUrl, effort, texts, only } = options;
  const unknown = only.find((name) => parts[name] === undefined);
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}`);
  const subjects = [
    ...servers.map((server, index) => openServer(nameOf(servers, index), server, options)),
    ...(databaseUrl === undefined ? [] : [openPostgres(databaseUrl, texts)]),
  ];
  try {
    const figures: FieldFigure[] = [];
    for (const [name, measure] of Object.entries(parts)) {
      if (only.length > 0 && !only.includes(name)) continue;
      say(`Measuring ${name} …`);
      const rounds: Map<string, Measured[]>[] = [];
      for (let round = 0; round < effort.rounds; round++) {
        const measured = new Map<string, Measured[]>();
        for (const subject of subjects) measured.set(subject.name, await measure(subject, effort));
        rounds.push(measured);
      }
      figures.push(...summarize(rounds.length > 2 ? rounds.slice(1) : rounds));
    }
    return { subjects: subjects.map(({ name }) => name), figures };
  } finally {
    for (const subject of subjects) await subject.close();
  }
}
