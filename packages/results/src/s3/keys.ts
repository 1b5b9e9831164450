import { partialSuffix, partsOf } from '../paths.js';

/** Every key that a result can have. */
export interface ResultKeys {
  resultsPath: string;
  data: string;
  index: string;
  /** Begins the keys of all that is there only while the result is written. */
  partial: string;
  /** Tells which of those hold what is readable so far; see partial-index.ts. */
  partialIndex: string;
}

/** Keys from a stored path; `prefix` is empty or ends in `/`. @throws {ResultsError} `results_refused` */
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

/** Whose key it is; null when it is none of ours. */
export const resultOf = (
  prefix: string,
  key: string,
): { statementId: string; resultsPath: string } | null => {
  const [, path, statementId] = keyPattern.exec(key.slice(prefix.length)) ?? [];
  if (path === undefined || statementId === undefined) return null;
  return { statementId, resultsPath: `${path}.json` };
};

/**
 * Bytes of a segment: what is written becomes readable in objects of this size, of which the whole is put
 * together at the end. Smaller ones are refused as parts of an upload, but for the last.
 */
export const segmentBytes = 5 * 1024 * 1024;

/**
 * Bytes of a piece: rows that no whole segment holds yet are readable in these. The last is written anew
 * with each flush, so that slow rows do not become one object each.
 */
export const pieceBytes = 512 * 1024;

/** Where some bytes of a result that is being written are. */
export interface PartialObject {
  key: string;
  /** Which bytes of the result it holds: the first, and the one after the last that it can have. */
  start: number;
  end: number;
}

/** `attempt` tells the objects of one writer from those of another, who may have crashed. */
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
