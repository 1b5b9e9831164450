import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { dialed, type DialOptions } from '@sluice/driver-kit/connect/dial';
import { cancelRequest, sslRequest } from './protocol.js';
import { unlessAborted } from '@sluice/driver-kit/connect/unless-aborted';
import type { Settings } from './settings.js';
import type { Started } from './startup.js';

/** A cancel that gets no answer must not hold its statement's end for longer. */
const REQUEST_MS = 5_000;

/**
 * Asks the server to cancel what the session does, over a connection of its own. The server closes it
 * when the signal has been sent, so that once this resolves no later statement can be hit. Never
 * rejects; `withdrawn` stops a request that has not been sent yet.
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
    const socket = await dialed(settings, { signal, machine, targets: session.way });
    const giveUp = (): void => {
      socket.destroy();
    };
    limit.addEventListener('abort', giveUp, { once: true });
    try {
      const closed = closing(socket);
      const stream = await unlessAborted(withdrawn, giveUp, () => secured(socket, settings));
      stream.on('data', () => undefined);
      stream.write(cancelRequest(session.processId, session.secretKey));
      await closed;
    } finally {
      giveUp();
    }
  } catch {
    // The next step is the answer to a cancel that could not be sent.
  }
}

async function secured(socket: Socket, settings: Settings): Promise<Duplex> {
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

/** Resolves when the socket is gone; its errors end it too. */
function closing(socket: Socket): Promise<void> {
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
