import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { keepPeerAddresses } from '../src/plugins/peer-addresses.js';

/** A request whose sender has hung up since. */
async function closedRequest(t: Test, keep: boolean): Promise<IncomingMessage> {
  const server = createServer().listen(0, '127.0.0.1');
  if (keep) keepPeerAddresses(server);
  await once(server, 'listening');
  t.teardown(() => server.close());
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  const closed = new Promise((resolve) => request.socket.once('close', resolve));
  client.resetAndDestroy();
  await closed;
  return request;
}

t.test('it is known where a request came from whose sender hung up', async (t) => {
  const kept = await closedRequest(t, true);
  t.equal(kept.socket.remoteAddress, '127.0.0.1');
  const other = await closedRequest(t, false);
  t.equal(other.socket.remoteAddress, undefined, 'which nothing tells by itself');
});
