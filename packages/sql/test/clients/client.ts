import { spawn } from 'node:child_process';
import { createServer, type Socket } from 'node:net';

/** Runs a command-line client on a script and returns its output. @throws if it exits with an error. */
export async function runClient(
  program: string,
  args: readonly string[],
  script: string,
): Promise<string> {
  const client = spawn(program, args, { env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } });
  const written: string[] = [];
  const errors: string[] = [];
  client.stdout.on('data', (data: Buffer) => written.push(data.toString()));
  client.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
  client.stdin.on('error', () => undefined);
  client.stdin.end(script);
  const code = await new Promise((resolve, reject) => {
    client.once('error', reject);
    client.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${program} exited with ${String(code)}: ${errors.join('')}`);
  return written.join('');
}

/** Starts a server and calls `talk` with each connection. */
export async function listen(
  talk: (socket: Socket) => void,
): Promise<{ port: string; close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { port: String(address.port), close: () => void server.close() };
}

/** Calls `take` with the unread bytes while it returns how many it consumed; 0 waits for more. */
export function onBytes(socket: Socket, take: (bytes: Buffer) => number): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    pending = Buffer.concat([pending, data]);
    for (let taken = take(pending); taken > 0; taken = take(pending)) {
      pending = pending.subarray(taken);
    }
  });
}
