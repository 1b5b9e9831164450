import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** A TCP relay in front of a local server that splits the forwarded bytes into pieces. */
export interface CuttingRelay {
  port: number;
  /** Number of pieces forwarded to clients. */
  pieces(): number;
  /** Sets the function that returns the size of each next piece. */
  cut(size: () => number): void;
  stop(): Promise<void>;
}

/**
 * Starts a relay to `targetPort` that splits the bytes of both directions. It writes each piece in its own
 * turn of the event loop, so that a client in the same process receives each piece as a separate read.
 */
export async function startCuttingRelay(targetPort: number): Promise<CuttingRelay> {
  const sockets = new Set<Socket>();
  let size = (): number => Infinity;
  let pieces = 0;

  const pass = async (from: Socket, to: Socket, count: (pieces: number) => void): Promise<void> => {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0, end: number; at < chunk.length; at = end) {
        end = Math.min(chunk.length, at + Math.max(1, size()));
        count(1);
        if (!to.write(chunk.subarray(at, end))) await once(to, 'drain');
        await turn();
      }
    }
    to.end();
  };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const target = connect({
      port: targetPort,
      host: '127.0.0.1',
      allowHalfOpen: true,
      noDelay: true,
    });
    const both = [client, target];
    const end = (): void => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    const toClient = pass(target, client, (count) => {
      pieces += count;
    });
    Promise.all([toClient, pass(client, target, () => undefined)]).catch(end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    pieces: () => pieces,
    cut: (next) => {
      size = next;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
