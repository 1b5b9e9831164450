import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { dialSocket, type DialOptions } from '@sluice/driver-kit/connect/dial';
import { cancelRequest, sslRequest } from './protocol.js';
import { unlessAborted } from '@sluice/driver-kit/connect/unless-aborted';
import type { Settings } from './settings.js';
import type { Started } from './startup.js';

/** Timeout in milliseconds of a cancel request without a response. */
const REQUEST_MS = 5_000;

/**
 * Sends a cancel request on a new connection. The server closes that connection after it has signalled the
 * backend, so once this resolves no later statement can be cancelled by it. Never rejects; `withdrawn` drops a
 * request that has not been sent.
 */
export async function requestCancel(
  settings: Settings,
  session: Started,
  { machine }: Pick<DialOptions, 'machine'>,
  withdrawn: AbortSignal,
): Promise<void> {
  if (session.processId === 0 || withdrawn.aborted) return;
  const limit = AbortSignal.timeout(REQUEST_MS);
  const signal = AbortSignal.any([withdrawn, limit]);
  try {
    const socket = await dialSocket(settings, { signal, machine, targets: session.targets });
    const giveUp = (): void => {
      socket.destroy();
    };
    limit.addEventListener('abort', giveUp, { once: true });
    try {
      const closed = waitForClose(socket);
      const stream = await unlessAborted(withdrawn, giveUp, () => withTls(socket, settings));
      stream.on('data', () => undefined);
      stream.write(cancelRequest(session.processId, session.secretKey));
      await closed;
    } finally {
      giveUp();
    }
  } catch {
    // The next escalation step handles a cancel that could not be sent.
  }
}

async function withTls(socket: Socket, settings: Settings): Promise<Duplex> {
  const { host, tls } = settings;
  if (!tls) return socket;
  socket.write(sslRequest);
  const answer = await new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve);
    socket.once('close', () => {
      reject(new Error('closed'));
    });
  });
  if (answer.length !== 1 || answer[0] !== 0x53) throw new Error('no TLS');
  const stream = connectTls({
    ...tls,
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
  stream.on('error', () => socket.destroy());
  await event(stream, 'secureConnect');
  return stream;
}

/** Resolves when the socket is closed, also after an error. */
function waitForClose(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
}

function event(stream: Duplex, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once(name, resolve);
    stream.once('close', () => {
      reject(new Error('closed'));
    });
  });
}
