import { summarize, type FieldFigure, type Measured } from './figures.js';
import type { FieldOptions } from './options.js';
import { parts } from './parts.js';
import { openPostgres } from './postgres.js';
import { openServer } from './server.js';

/** The measurements of each subject; ratios are relative to the first server. */
export interface Comparison {
  subjects: string[];
  figures: FieldFigure[];
}

/** Returns the name of a server; a server may be compared with itself on another connection. */
const nameOf = (servers: FieldOptions['servers'], index: number): string => {
  const address = servers[index]?.address ?? '';
  return index > 0 && address === servers[0]?.address ? `${address} again` : address;
};

/**
 * Runs every part on every subject in turn, round after round, so that other load on the machine affects all
 * of them. The first round warms up and is ignored if there are several.
 */
export async function compare(
  options: FieldOptions,
  say: (line: string) => void,
): Promise<Comparison> {
  const { servers, databaseUrl, effort, texts, only } = options;
  const unknown = only.find((name) => parts[name] === undefined);
  if (unknown !== undefined) throw new Error(`Unknown part: ${unknown}`);
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
