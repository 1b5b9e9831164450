const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** What a body has that its parser would not say, or would not survive. */
export interface JsonScan {
  isTooDeep: boolean;
  /** Path of the first key that stands twice in its object; null: none does. Of JSON alone it means something. */
  repeated: string | null;
}

interface Level {
  /** Its keys so far; null for a list. */
  keys: Set<string> | null;
  /** The key, or the index, that is being read. */
  at: string | number;
  expectsKey: boolean;
}

/** One pass over the bytes of a JSON text, before it is parsed; brackets inside strings do not count. */
export function scanJson(body: Buffer, maxDepth: number): JsonScan {
  const levels: Level[] = [];
  let level: Level | undefined;
  let repeated: string | null = null;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index];
    if (byte === quote) {
      const end = endOfString(body, index + 1);
      if (level?.expectsKey === true && level.keys !== null) {
        const key = keyIn(body, index, end);
        level.at = key;
        level.expectsKey = false;
        if (level.keys.has(key)) repeated ??= levels.map(({ at }) => at).join('.');
        level.keys.add(key);
      }
      index = end;
    } else if (byte === openBrace || byte === openBracket) {
      if (levels.length >= maxDepth) return { isTooDeep: true, repeated };
      const isObject = byte === openBrace;
      level = { keys: isObject ? new Set() : null, at: isObject ? '' : 0, expectsKey: isObject };
      levels.push(level);
    } else if (byte === closeBrace || byte === closeBracket) {
      levels.pop();
      level = levels.at(-1);
    } else if (byte === comma && level !== undefined) {
      if (typeof level.at === 'number') level.at += 1;
      else level.expectsKey = true;
    }
  }
  return { isTooDeep: false, repeated };
}

/** Where the string that begins there has its closing quote, or the body its end. */
function endOfString(body: Buffer, start: number): number {
  for (let index = start; index < body.length; index++) {
    if (body[index] === backslash) index += 1;
    else if (body[index] === quote) return index;
  }
  return body.length;
}

/** The key as its parser reads it: `\u0061` is `a`. */
function keyIn(body: Buffer, start: number, end: number): string {
  const raw = body.toString('utf8', start + 1, end);
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    // The parser will refuse the whole body.
    return raw;
  }
}
