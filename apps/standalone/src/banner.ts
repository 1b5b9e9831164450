import type { RunningService } from './start.js';

/**
 * Returns the text for the terminal once the service is ready; only the first start shows the password.
 */
export function readyText(
  { address, firstRun }: RunningService,
  { seconds, showAdmin }: { seconds: string; showAdmin: boolean },
): string {
  const base = address.replace(/\/+$/, '');
  const lines = [
    '',
    `Sluice is ready at ${base} (${seconds} s)`,
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
        'The password is shown only once.',
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
