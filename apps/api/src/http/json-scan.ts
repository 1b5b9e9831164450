const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Properties of a JSON text that its parser does not report or does not survive. */
export interface JsonScan {
  isTooDeep: boolean;
  /** Path of the first repeated key; null: no key is repeated. Only meaningful for valid JSON. */
  repeated: string | null;
}

interface Level {
  /** The keys read so far; null in an array. */
  keys: Set<string> | null;
  /** The key or the index that is being read. */
  at: string | number;
  expectsKey: boolean;
}

/**
 * Scans the bytes of a JSON text once, before it is parsed. Brackets inside strings do not count.
 */
export function scanJson(body: Buffer, maxDepth: number): JsonScan {
  const levels: Level[] = [];
  let level: Level | undefined;
  let repeated: string | null = null;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index];
    if (byte === QUOTE) {
      const end = endOfString(body, index + 1);
      if (level?.expectsKey === true && level.keys !== null) {
        const key = keyIn(body, index, end);
        level.at = key;
        level.expectsKey = false;
        if (level.keys.has(key)) repeated ??= levels.map(({ at }) => at).join('.');
        level.keys.add(key);
      }
      index = end;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (levels.length >= maxDepth) return { isTooDeep: true, repeated };
      const isObject = byte === OPEN_BRACE;
      level = { keys: isObject ? new Set() : null, at: isObject ? '' : 0, expectsKey: isObject };
      levels.push(level);
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      levels.pop();
      level = levels.at(-1);
    } else if (byte === COMMA && level !== undefined) {
      if (typeof level.at === 'number') level.at += 1;
      else level.expectsKey = true;
    }
  }
  return { isTooDeep: false, repeated };
}

/** Returns the index of the closing quote of the string, or the length of the body. */
function endOfString(body: Buffer, start: number): number {
  for (let index = start; index < body.length; index++) {
    if (body[index] === BACKSLASH) index += 1;
    else if (body[index] === QUOTE) return index;
  }
  return body.length;
}

/** Decodes the key as the parser does: `\u0061` is `a`. */
function keyIn(body: Buffer, start: number, end: number): string {
  const raw = body.toString('utf8', start + 1, end);
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    // The parser will reject the whole body.
    return raw;
  }
}
