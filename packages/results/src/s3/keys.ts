import { partialSuffix, partsOf } from '../paths.js';

/** Every key of a result. */
export interface ResultKeys {
  resultsPath: string;
  data: string;
  index: string;
  /** Prefix of the keys that exist only while the result is written. */
  partial: string;
  /** Lists which of those contain readable rows; see partial-index.ts. */
  partialIndex: string;
}

/** Keys of a stored path; `prefix` is empty or ends with `/`. @throws {ResultsError} `results_refused` */
export const keysOf = (prefix: string, resultsPath: string): ResultKeys => {
  const { day, name } = partsOf(resultsPath);
  const data = `${prefix}${day}/${name}.json`;
  const partial = `${data}${partialSuffix}/`;
  return {
    resultsPath,
    data,
    index: `${prefix}${day}/${name}.idx`,
    partial,
    partialIndex: `${partial}index`,
  };
};

const keyPattern =
  /^(\d{4}-\d{2}-\d{2}\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\.\d+)?)\.(?:json|idx)(?:\.part\/.+)?$/;

/** The result of a key; null when it is not a result key. */
export const resultOf = (
  prefix: string,
  key: string,
): { statementId: string; resultsPath: string } | null => {
  const [, path, statementId] = keyPattern.exec(key.slice(prefix.length)) ?? [];
  if (path === undefined || statementId === undefined) return null;
  return { statementId, resultsPath: `${path}.json` };
};

/**
 * Bytes of a segment: written rows become readable in objects of this size, from which the whole object is assembled at
 * the end. Uploads do not accept smaller parts, except for the last.
 */
export const segmentBytes = 5 * 1024 * 1024;

/**
 * Bytes of a piece: rows that are not in a whole segment yet are readable in these. Each flush rewrites the last one,
 * so that slow rows do not become one object each.
 */
export const pieceBytes = 512 * 1024;

/** The location of some bytes of a result that is being written. */
export interface PartialObject {
  key: string;
  /** The bytes of the result that it contains: the first, and the end of the largest possible range. */
  start: number;
  end: number;
}

/** `attempt` distinguishes the objects of one writer from those of another that may have crashed. */
export const segmentAt = ({ partial }: ResultKeys, attempt: string, at: number): PartialObject => {
  const number = Math.floor(at / segmentBytes);
  const start = number * segmentBytes;
  return { key: `${partial}${attempt}-s${number}`, start, end: start + segmentBytes };
};

export const pieceAt = ({ partial }: ResultKeys, attempt: string, at: number): PartialObject => {
  const number = Math.floor(at / pieceBytes);
  const start = number * pieceBytes;
  return { key: `${partial}${attempt}-p${number}`, start, end: start + pieceBytes };
};
