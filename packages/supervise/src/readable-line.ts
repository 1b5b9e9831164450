const warning = 40;
const error = 50;

// Pino writes the level first. Looking at these bytes spares parsing every line of a busy service.
const levelAtStart = /^\{"level":(\d+)/;

/**
 * What a person at the terminal sees of one line that a child wrote: warnings and errors in plain
 * words, and whatever is no log line at all (a crash). Undefined for the rest, which is in the file.
 */
export function readableLine(name: string, line: string): string | undefined {
  const level = Number(levelAtStart.exec(line)?.[1] ?? Number.NaN);
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
    // Pino copies an error's message into msg when it was given nothing else.
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
