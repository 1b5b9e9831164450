import { isIPv6 } from 'node:net';

/**
 * Returns the network of an address, /24 for IPv4 and /64 for IPv6: a client with one address can
 * usually use the whole network.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? prefixOf(address) : address.split('.').slice(0, 3).join('.');
}

/** Returns the first four of the eight groups, with `::` expanded. */
function prefixOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const missing = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill('0'), ...after].slice(0, 4).join(':');
}
