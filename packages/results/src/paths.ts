import { join, resolve, sep } from 'node:path';
import { refused } from './errors.js';

const pattern =
  /^(\d{4}-\d{2}-\d{2})\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:\.\d+)?)\.json$/;

/** Every file name of a result; full paths except `resultsPath`. */
export interface ResultNames {
  /** `<YYYY-MM-DD>/<statementId>[.<adoption>].json`, relative to the root. */
  resultsPath: string;
  folder: string;
  data: string;
  index: string;
  /** The names while the result is written; a rename drops the `.part`. */
  partialData: string;
  partialIndex: string;
}

/** Suffix of files that are still being written. */
export const partialSuffix = '.part';

/** Parses a stored path. Every path from outside passes here. @throws {ResultsError} `results_refused` */
export const partsOf = (resultsPath: string): { day: string; name: string } => {
  const [, day, name] = pattern.exec(resultsPath) ?? [];
  if (day === undefined || name === undefined) {
    throw refused(`${JSON.stringify(resultsPath)} is not the path of a result`);
  }
  return { day, name };
};

/** File names of a result. @throws {ResultsError} `results_refused` */
export const namesOf = (root: string, resultsPath: string): ResultNames => {
  const { day, name } = partsOf(resultsPath);
  const folder = resolve(root, day);
  if (!folder.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw refused(`${JSON.stringify(resultsPath)} leaves the results folder`);
  }
  const data = join(folder, `${name}.json`);
  const index = join(folder, `${name}.idx`);
  return {
    resultsPath,
    folder,
    data,
    index,
    partialData: data + partialSuffix,
    partialIndex: index + partialSuffix,
  };
};

/**
 * Requires that a stored path belongs to this statement, so that a row cannot give access to the file of another
 * statement. @throws {ResultsError} `results_refused`
 */
export const requireOwnPath = (resultsPath: string, statementId: string): void => {
  if (partsOf(resultsPath).name.split('.')[0] !== statementId) {
    throw refused(`${JSON.stringify(resultsPath)} is not the path of statement ${statementId}`);
  }
};

/**
 * Path of a statement's result; `startedOn` selects the UTC day. A worker that adopts a statement writes under another
 * name than the previous worker, which may still be running. {@link namesOf} validates it.
 */
export const resultsPathOf = (statementId: string, startedOn: Date, adoption = 0): string => {
  const name = adoption === 0 ? statementId : `${statementId}.${adoption}`;
  return `${startedOn.toISOString().slice(0, 10)}/${name}.json`;
};
