import { listen, onBytes, runClient } from './client.js';

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const standardStrings = (value: string): Buffer =>
  message('S', Buffer.from(`standard_conforming_strings\0${value}\0`));

const ready = message('Z', Buffer.from('I'));
const started = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('server_version\x0017.0\0')),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  standardStrings('on'),
  ready,
]);
const done = Buffer.concat([message('C', Buffer.from('OK\0')), ready]);

/** Codes of SSLRequest and GSSENCRequest, sent in place of the protocol version. */
const encryptionRequests = new Set([80_877_103, 80_877_104]);

/** Returns the text of each query message that psql sends for a script. */
export async function psql(script: string): Promise<string[]> {
  const sent: string[] = [];
  const server = await listen((socket) => {
    let isStarted = false;
    onBytes(socket, (bytes) => {
      const head = isStarted ? 1 : 0;
      if (bytes.length < head + 4) return 0;
      const length = head + bytes.readUInt32BE(head);
      if (bytes.length < length) return 0;
      if (!isStarted) {
        const isRequest = encryptionRequests.has(bytes.readUInt32BE(4));
        isStarted = !isRequest;
        socket.write(isRequest ? 'N' : started);
      } else if (bytes.toString('latin1', 0, 1) === 'Q') {
        const query = bytes.toString('utf8', 5, length - 1);
        sent.push(query);
        // psql reads strings by the value that the server reports.
        const [, value] = /^set standard_conforming_strings = (\w+)/.exec(query) ?? [];
        if (value !== undefined) socket.write(standardStrings(value));
        socket.write(done);
      }
      return length;
    });
  });
  try {
    const args = ['-X', '-q', '-h', '127.0.0.1', '-p', server.port, '-U', 'tester', '-d', 'tester'];
    await runClient('psql', args, script);
  } finally {
    server.close();
  }
  return sent;
}
