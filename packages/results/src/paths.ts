import { join, resolve, sep } from 'node:path';
import { refused } from './errors.js';

const pattern =
  /^(\d{4}-\d{2}-\d{2})\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:\.\d+)?)\.json$/;

/** Every name a result can have on disk; full paths but for `resultsPath`. */
export interface ResultNames {
  /** `<YYYY-MM-DD>/<statementId>[.<adoption>].json`, relative to the root. */
  resultsPath: string;
  folder: string;
  data: string;
  index: string;
  /** The two names while the result is written; a rename drops the `.part`. */
  partialData: string;
  partialIndex: string;
}

/** Ends the names of files that are still being written. */
export const partialSuffix = '.part';

/** Parts of a stored path; the only way from a text to a name. @throws {ResultsError} `results_refused` */
export const partsOf = (resultsPath: string): { day: string; name: string } => {
  const [, day, name] = pattern.exec(resultsPath) ?? [];
  if (day === undefined || name === undefined) {
    throw refused(`${JSON.stringify(resultsPath)} is not the path of a result`);
  }
  return { day, name };
};

/** Names of the files of a result. @throws {ResultsError} `results_refused` */
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
 * Requires that a stored path is one of this statement's: a row that names the file of another gives nobody
 * its rows. @throws {ResultsError} `results_refused`
 */
export const requireOwnPath = (resultsPath: string, statementId: string): void => {
  if (partsOf(resultsPath).name.split('.')[0] !== statementId) {
    throw refused(`${JSON.stringify(resultsPath)} is not the path of statement ${statementId}`);
  }
};

/**
 * Path of a statement's result; `startedOn` gives the UTC day. Whoever takes a statement over writes under
 * another name than the one before, who may yet wake up. Checked by {@link namesOf}.
 */
export const resultsPathOf = (statementId: string, startedOn: Date, adoption = 0): string => {
  const name = adoption === 0 ? statementId : `${statementId}.${adoption}`;
  return `${startedOn.toISOString().slice(0, 10)}/${name}.json`;
};
