import type { RunningService } from './start.js';

/** What the terminal says once everything runs; the password only at the very first start. */
export function readyText(
  { address, firstRun }: RunningService,
  { seconds, showAdmin }: { seconds: string; showAdmin: boolean },
): string {
  const base = address.replace(/\/+$/, '');
  const lines = [
    '',
    `Sluice is ready at ${base}  (${seconds} s)`,
    `API documentation: ${base}/api/docs`,
  ];
  if (firstRun !== undefined && showAdmin) {
    lines.push(
      '',
      ...box([
        'Sign in as the first admin:',
        '',
        `  e-mail    ${firstRun.email}`,
        `  password  ${firstRun.password}`,
        '',
        'The password is shown only this once.',
      ]),
    );
  }
  return [...lines, '', 'Press Ctrl-C to stop.', ''].join('\n');
}

function box(lines: string[]): string[] {
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '─'.repeat(width + 2);
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`];
}
