import { closeSync, openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { UsageError } from './usage.js';

const backspaces = new Set(['\x7f', '\b']);

/**
 * Asks for a password on the terminal without showing it; standard input may contain the SQL.
 *
 * @throws UsageError without a terminal or on Ctrl-C
 */
export async function askPassword(question: string): Promise<string> {
  const file = openTerminal();
  const terminal = new ReadStream(file);
  try {
    // Raw mode first: a program may answer before the next line is run, and the terminal would show the answer.
    terminal.setRawMode(true);
    process.stderr.write(question);
    return await readLine(terminal);
  } finally {
    terminal.setRawMode(false);
    terminal.destroy();
    process.stderr.write('\n');
  }
}

function openTerminal(): number {
  const path = process.platform === 'win32' ? 'CONIN$' : '/dev/tty';
  try {
    const file = openSync(path, 'r+');
    if (process.platform !== 'win32' || process.stdin.isTTY) return file;
    closeSync(file);
  } catch {
    // Reported below.
  }
  throw new UsageError(
    'Password missing. Set SLUICE_PASSWORD, since there is no terminal to ask on',
  );
}

async function readLine(terminal: ReadStream): Promise<string> {
  let line: string[] = [];
  for await (const data of terminal as AsyncIterable<Buffer>) {
    for (const key of data.toString('utf8')) {
      if (key === '\r' || key === '\n') return line.join('');
      if (key === '\x03' || key === '\x04') throw new UsageError('Password missing');
      if (backspaces.has(key)) line = line.slice(0, -1);
      else line.push(key);
    }
  }
  throw new UsageError('Password missing');
}
