const warning = 40;
const error = 50;

// Pino writes the level first. Reading these bytes avoids parsing every line of a busy service.
const LEVEL_AT_START = /^\{"level":(\d+)/;

/**
 * Returns what a user at the terminal sees of one output line of a child: warnings and errors in plain text,
 * and every line that is not a log entry (a crash). Returns undefined for other lines, which are in the file
 * only.
 */
export function readableLine(name: string, line: string): string | undefined {
  const level = Number(LEVEL_AT_START.exec(line)?.[1] ?? Number.NaN);
  if (Number.isNaN(level)) return line.trim() === '' ? undefined : `${name}: ${line}`;
  if (level < warning) return undefined;
  const { message, reason } = readEntry(line);
  const word = level >= error ? 'error' : 'warning';
  return `${name} ${word}: ${[message, reason].filter(Boolean).join(': ')}`;
}

function readEntry(line: string): { message: string; reason: string } {
  try {
    const entry: unknown = JSON.parse(line);
    const message = textAt(entry, 'msg');
    const reason = textAt(valueAt(entry, 'err'), 'message');
    // Pino copies an error's message into msg when it has no other message.
    return { message: message || line, reason: reason === message ? '' : reason };
  } catch {
    return { message: line, reason: '' };
  }
}

const valueAt = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined;

function textAt(value: unknown, key: string): string {
  const found = valueAt(value, key);
  return typeof found === 'string' ? found : '';
}
