import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ObjectStorage } from '@sluice/testkit';
import type { ResultsFault } from './results-fault.js';

/** An object storage whose objects can be made to look old, as files can. */
export interface AgingStorage extends ObjectStorage {
  /** From now on every list returns old times. */
  age(): void;
  /** Rejects every write, whatever the moment. */
  fault: ResultsFault;
  stop(): Promise<void>;
}

/** A proxy of a storage, since no S3 server allows setting the time of an object. */
export async function openAgingStorage(storage: ObjectStorage): Promise<AgingStorage> {
  let isAged = false;
  let isRefusing = false;
  const server = createServer((incoming, answer) => {
    const isWrite = incoming.method === 'PUT' || incoming.method === 'POST';
    if (isRefusing && isWrite) refuse(incoming, answer);
    else pass(storage.endpoint, incoming, answer, isAged);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...storage,
    endpoint: `http://127.0.0.1:${port}`,
    age: () => {
      isAged = true;
    },
    fault: {
      environment: {},
      set: (moment) => {
        isRefusing = moment !== null;
        return Promise.resolve();
      },
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const longAgo = '<LastModified>2020-01-01T00:00:00.000Z</LastModified>';

function refuse(incoming: IncomingMessage, answer: ServerResponse): void {
  incoming.resume();
  answer.writeHead(403, { 'content-type': 'application/xml' });
  answer.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
}

/** Signatures stay valid, because the requested host is passed on. */
function pass(
  endpoint: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  isAged: boolean,
): void {
  const { method, headers, url = '/' } = incoming;
  // Does not reuse connections, which the server may be about to close.
  const passed = request(new URL(url, endpoint), { method, headers, agent: false });
  let isAnswered = false;
  // Swift ends a response to HEAD as if it had a body; errors after the response do not matter.
  passed.on('error', () => isAnswered || answer.destroy());
  passed.once('response', (from) => {
    isAnswered = true;
    const isList = isAged && method === 'GET' && url.includes('list-type=2');
    const answerHeaders = { ...from.headers };
    // A response to HEAD has no body, and so no chunks.
    if (method === 'HEAD' || isList) delete answerHeaders['transfer-encoding'];
    if (isList) delete answerHeaders['content-length'];
    answer.writeHead(from.statusCode ?? 500, answerHeaders);
    from.on('error', () => answer.destroy());
    if (method === 'HEAD') {
      answer.end();
    } else if (isList) {
      text(from).then(
        (body) => answer.end(body.replaceAll(/<LastModified>[^<]*<\/LastModified>/g, longAgo)),
        () => answer.destroy(),
      );
    } else {
      from.pipe(answer);
    }
  });
  // Otherwise the server would wait for the rest of a request that a killed worker was sending.
  answer.once('close', () => passed.destroy());
  incoming.pipe(passed);
}
