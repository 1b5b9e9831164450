import { protocolError } from '@sluice/driver-kit/errors';

/** A response of the server, with its rows still unparsed. */
export interface Answer {
  code: string;
  message: string;
  success: boolean;
  data: Readonly<Record<string, unknown>>;
  /** The bytes between the brackets of `data.rowset`; null if absent. */
  rowset: Buffer | null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Parses a response. Rows are cut out before parsing and read as bytes, like the rows of result files. @throws
 * DriverError kind `connection` for an invalid response
 */
export function parseAnswer(bytes: Buffer): Answer {
  const place = rowsetIn(bytes);
  const rest = place
    ? Buffer.concat([bytes.subarray(0, place.from), NULL, bytes.subarray(place.to)])
    : bytes;
  let parsed: unknown;
  try {
    parsed = JSON.parse(rest.toString('utf8'), exactly);
  } catch {
    throw protocolError('response is not JSON');
  }
  if (!isRecord(parsed) || typeof parsed['success'] !== 'boolean') {
    throw protocolError('unexpected response format');
  }
  const { code, message, success, data } = parsed;
  return {
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : '',
    message: typeof message === 'string' ? message : '',
    success,
    data: isRecord(data) ? data : {},
    rowset: place ? bytes.subarray(place.from + 1, place.to - 1) : null,
  };
}

/** Keeps an integer beyond 2^53 as text: a double would round the id of a session to that of another one. */
const exactly = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (context?.source ?? value)
    : value;

/** Returns whether the value is a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NULL = Buffer.from('null');

/** Returns the range of `data.rowset` including its brackets; null if it is not a list. */
function rowsetIn(bytes: Buffer): { from: number; to: number } | null {
  let depth = 0;
  let topKey = '';
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === OPEN || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE || byte === CLOSE_LIST) depth--;
    else if (byte === QUOTE) {
      const end = stringEnd(bytes, i + 1);
      const colon = afterSpace(bytes, end + 1);
      if (bytes[colon] === COLON && depth <= 2) {
        const key = bytes.toString('latin1', i + 1, end);
        if (depth === 1) topKey = key;
        else if (topKey === 'data' && key === 'rowset') {
          const from = afterSpace(bytes, colon + 1);
          return bytes[from] === OPEN_LIST ? { from, to: listEnd(bytes, from) } : null;
        }
      }
      i = end;
    }
  }
  return null;
}

/** Returns the index of the quote that ends the string starting at `from`. */
function stringEnd(bytes: Buffer, from: number): number {
  for (let end = bytes.indexOf(QUOTE, from); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let slash = end - 1;
    while (slash >= from && bytes[slash] === BACKSLASH) slash--;
    if ((end - slash) % 2 === 1) return end;
  }
  return bytes.length;
}

function listEnd(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) i = stringEnd(bytes, i + 1);
    else if (byte === OPEN_LIST || byte === OPEN) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE) {
      depth--;
      if (depth === 0) return i + 1;
    }
  }
  throw protocolError('response is not JSON');
}

function afterSpace(bytes: Buffer, from: number): number {
  let i = from;
  while (i < bytes.length && (bytes[i] as number) <= 0x20) i++;
  return i;
}
