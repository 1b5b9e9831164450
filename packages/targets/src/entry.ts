import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { isIn, readAddress, type Address } from './address.js';
import { asciiOf, isName } from './host.js';

/** One entry of a list of hosts: whom it means, at which port. */
export interface TargetEntry {
  /** As the operator wrote it. */
  readonly text: string;
  /** Null = at every port. */
  readonly port: number | null;
  readonly whom:
    | { readonly kind: 'all' }
    | { readonly kind: 'network'; readonly base: Address; readonly bits: number }
    | { readonly kind: 'name'; readonly name: string }
    /** Names that end in `suffix`, which begins with a dot. */
    | { readonly kind: 'names'; readonly suffix: string };
}

/**
 * Reads an entry: `*`, an address, a range (`10.0.0.0/8`), a name or `*.example.com`; behind it `:port`,
 * if it means that port only. Addresses of IPv6 with a port stand in brackets, ranges of them too
 * (`[fd00::/8]:5432`). Null when it is none of these.
 */
export function readEntry(text: string): TargetEntry | null {
  const parts = isIP(text.split('/')[0] ?? '') === 6 ? [text, text] : formOf(text);
  if (parts === null) return null;
  const [, host = '', port] = parts;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  const whom = whomOf(host);
  return whom && { text, port: port === undefined ? null : Number(port), whom };
}

const formOf = (text: string): RegExpExecArray | null =>
  /^\[([^[\]]*:[^[\]]*)\](?::(\d{1,5}))?$/.exec(text) ?? /^([^:[\]]+)(?::(\d{1,5}))?$/.exec(text);

function whomOf(host: string): TargetEntry['whom'] | null {
  if (host === '*') return { kind: 'all' };
  const [address = '', bits, ...rest] = host.split('/');
  const family = isIP(address);
  if (family !== 0 && !address.includes('%') && rest.length === 0) {
    return networkOf(address, bits, family === 4 ? 32 : 128);
  }
  const isPattern = host.startsWith('*.');
  const name = asciiOf(isPattern ? host.slice(2) : host);
  // What looks like an address and is none, such as 127.1, would be one of them for some and none for others.
  if (!isName(name.replace(/\.$/, '')) || isIP(name) !== 0) return null;
  const whole = name.replace(/\.$/, '');
  return isPattern ? { kind: 'names', suffix: `.${whole}` } : { kind: 'name', name: whole };
}

function networkOf(
  address: string,
  bitsText: string | undefined,
  most: number,
): TargetEntry['whom'] | null {
  if (bitsText !== undefined && !/^\d{1,3}$/.test(bitsText)) return null;
  const bits = Number(bitsText ?? most);
  if (bits > most) return null;
  const base = readAddress(address);
  // A range of IPv4 addresses in the clothes of IPv6 is one of IPv4, if it is no larger than that.
  const isMapped = most === 128 && base.kind() === 'ipv4';
  if (!isMapped) return { kind: 'network', base, bits };
  return bits < 96
    ? { kind: 'network', base: ipaddr.parse(address), bits }
    : { kind: 'network', base, bits: bits - 96 };
}

/** Whether an entry means a host that is called so (null = it has no name), or that has this address. */
export function means(
  { whom, port }: TargetEntry,
  target: { readonly name: string | null; readonly port: number },
  address: Address | null,
): boolean {
  if (port !== null && port !== target.port) return false;
  switch (whom.kind) {
    case 'all':
      return true;
    case 'network':
      return address !== null && isIn(address, [whom.base, whom.bits]);
    case 'name':
      return target.name === whom.name;
    case 'names':
      return target.name?.endsWith(whom.suffix) === true;
  }
}
