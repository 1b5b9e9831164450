import { isIPv6 } from 'node:net';

/** The network of an address: /24, or /64. Whoever has one address of it has its neighbours too. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? prefixOf(address) : address.split('.').slice(0, 3).join('.');
}

/** The first four of eight groups, `::` written out. */
function prefixOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const missing = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill('0'), ...after].slice(0, 4).join(':');
}
