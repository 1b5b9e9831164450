import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { isIn, readAddress, type Address } from './address.js';
import { asciiOf, isName } from './host.js';

/** An entry of a list of hosts, with an optional port. */
export interface TargetEntry {
  /** As the operator wrote it. */
  readonly text: string;
  /** Null: every port. */
  readonly port: number | null;
  readonly hosts:
    | { readonly kind: 'all' }
    | { readonly kind: 'network'; readonly base: Address; readonly bits: number }
    | { readonly kind: 'name'; readonly name: string }
    /** Names that end with `suffix`, which starts with a dot. */
    | { readonly kind: 'names'; readonly suffix: string };
}

/**
 * Parses an entry: `*`, an IP address, a CIDR range (`10.0.0.0/8`), a name or `*.example.com`, optionally followed by
 * `:port`. IPv6 addresses and ranges with a port need brackets (`[fd00::/8]:5432`). Null when the text is invalid.
 */
export function readEntry(text: string): TargetEntry | null {
  const parts = isIP(text.split('/')[0] ?? '') === 6 ? [text, text] : formOf(text);
  if (parts === null) return null;
  const [, host = '', port] = parts;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  const hosts = parseHosts(host);
  return hosts && { text, port: port === undefined ? null : Number(port), hosts };
}

const formOf = (text: string): RegExpExecArray | null =>
  /^\[([^[\]]*:[^[\]]*)\](?::(\d{1,5}))?$/.exec(text) ?? /^([^:[\]]+)(?::(\d{1,5}))?$/.exec(text);

function parseHosts(host: string): TargetEntry['hosts'] | null {
  if (host === '*') return { kind: 'all' };
  const [address = '', bits, ...rest] = host.split('/');
  const family = isIP(address);
  if (family !== 0 && !address.includes('%') && rest.length === 0) {
    return networkOf(address, bits, family === 4 ? 32 : 128);
  }
  const isPattern = host.startsWith('*.');
  const name = asciiOf(isPattern ? host.slice(2) : host);
  // Resolvers disagree about texts such as 127.1, so they are rejected.
  if (!isName(name.replace(/\.$/, '')) || isIP(name) !== 0) return null;
  const whole = name.replace(/\.$/, '');
  return isPattern ? { kind: 'names', suffix: `.${whole}` } : { kind: 'name', name: whole };
}

function networkOf(
  address: string,
  bitsText: string | undefined,
  maxBits: number,
): TargetEntry['hosts'] | null {
  if (bitsText !== undefined && !/^\d{1,3}$/.test(bitsText)) return null;
  const bits = Number(bitsText ?? maxBits);
  if (bits > maxBits) return null;
  const base = readAddress(address);
  // An IPv4-mapped IPv6 range is an IPv4 range when it is not larger than the mapped prefix.
  const isMapped = maxBits === 128 && base.kind() === 'ipv4';
  if (!isMapped) return { kind: 'network', base, bits };
  return bits < 96
    ? { kind: 'network', base: ipaddr.parse(address), bits }
    : { kind: 'network', base, bits: bits - 96 };
}

/** Whether an entry matches a host by its name (null: it has none) or by this address. */
export function matches(
  { hosts, port }: TargetEntry,
  target: { readonly name: string | null; readonly port: number },
  address: Address | null,
): boolean {
  if (port !== null && port !== target.port) return false;
  switch (hosts.kind) {
    case 'all':
      return true;
    case 'network':
      return address !== null && isIn(address, [hosts.base, hosts.bits]);
    case 'name':
      return target.name === hosts.name;
    case 'names':
      return target.name?.endsWith(hosts.suffix) === true;
  }
}
