import ipaddr from 'ipaddr.js';

/** An address in its one canonical form; one of IPv4 in whatever clothes is one of IPv4. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * What an address is, by the registries of special addresses. `never` can be allowed by nobody: it leads to
 * the machine's own network and to the metadata and credentials of clouds, or to nobody at all. `special`
 * is whatever else is not of the public internet.
 */
export type AddressKind = 'public' | 'private' | 'loopback' | 'special' | 'never';

type Network = readonly [Address, number];

const network = (text: string): Network => ipaddr.parseCIDR(text);

/** Where clouds tell whoever asks who the machine is, outside of the link-local ranges. */
const metadata = [
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
].map(network);

/** Of IPv6 only this is given out, and of this not all. */
const givenOut = network('2000::/3');
const documentation = network('3fff::/20');

const wellKnownNat64 = network('64:ff9b::/96');
const sixToFour = network('2002::/16');
const teredo = network('2001::/32');
const compatible = network('::/96');

/** Whether an address lies in a network of its own family. */
export const isIn = (address: Address, [base, bits]: Network): boolean =>
  address.kind() === base.kind() && address.match(base, bits);

/** Reads an address, with or without a zone, which says nothing of where it leads. */
export function readAddress(text: string): Address {
  const [withoutZone = ''] = text.split('%');
  return ipaddr.process(withoutZone);
}

/** What an address is. */
export function kindOf(address: Address): AddressKind {
  if (metadata.some((each) => isIn(address, each))) return 'never';
  const range: string = address.range();
  switch (range) {
    case 'unspecified':
    case 'broadcast':
    case 'multicast':
    case 'linkLocal':
      return 'never';
    case 'loopback':
      return 'loopback';
    case 'private':
    case 'uniqueLocal':
      return 'private';
    case 'unicast': {
      const isPublic =
        address.kind() === 'ipv4' || (isIn(address, givenOut) && !isIn(address, documentation));
      return isPublic ? 'public' : 'special';
    }
    default:
      return 'special';
  }
}

/**
 * The addresses that all have to be allowed for this one to be dialled: itself, and those of IPv4 that it
 * leads to by way of a gateway. The well-known translation leads nowhere else and is not judged itself.
 */
export function judgedFor(address: Address): Address[] {
  if (address.kind() === 'ipv4') return [address];
  const bytes = address.toByteArray();
  const at = (from: number): Address => ipaddr.fromByteArray(bytes.slice(from, from + 4));
  if (isIn(address, wellKnownNat64)) return [at(12)];
  if (isIn(address, sixToFour)) return [address, at(2)];
  if (isIn(address, teredo)) {
    const client = bytes.slice(12).map((byte) => byte ^ 0xff);
    return [address, at(4), ipaddr.fromByteArray(client)];
  }
  const isCompatible = isIn(address, compatible) && kindOf(address) === 'special';
  // A host that is told of IPv4 inside of a site by the last half of its address (ISATAP).
  const isInSite = bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  return isCompatible || isInSite ? [address, at(12)] : [address];
}
