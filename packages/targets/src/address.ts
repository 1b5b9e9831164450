import ipaddr from 'ipaddr.js';

/** An IP address in canonical form. An IPv4-mapped IPv6 address is an IPv4 address. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Kind of an address by the IANA registries of special addresses. `never` cannot be allowed: it reaches the link-local
 * network, cloud metadata and credentials, or no host. `special` is every other address outside the public internet.
 */
export type AddressKind = 'public' | 'private' | 'loopback' | 'special' | 'never';

type Network = readonly [Address, number];

const network = (text: string): Network => ipaddr.parseCIDR(text);

/** Metadata services of clouds outside the link-local ranges. */
const metadata = [
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
].map(network);

/** The allocated part of IPv6, with a documentation range in it. */
const allocated = network('2000::/3');
const documentation = network('3fff::/20');

const wellKnownNat64 = network('64:ff9b::/96');
const sixToFour = network('2002::/16');
const teredo = network('2001::/32');
const compatible = network('::/96');

/** Whether an address is in a network of the same family. */
export const isIn = (address: Address, [base, bits]: Network): boolean =>
  address.kind() === base.kind() && address.match(base, bits);

/** Parses an address. A zone is ignored. */
export function readAddress(text: string): Address {
  const [withoutZone = ''] = text.split('%');
  return ipaddr.process(withoutZone);
}

/** The kind of an address. */
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
        address.kind() === 'ipv4' || (isIn(address, allocated) && !isIn(address, documentation));
      return isPublic ? 'public' : 'special';
    }
    default:
      return 'special';
  }
}

/**
 * The addresses that must all be allowed before this one is connected to: the address itself and the IPv4 addresses that
 * it reaches through a gateway. An address of the well-known NAT64 prefix stands only for its IPv4 address.
 */
export function effectiveAddresses(address: Address): Address[] {
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
  // ISATAP: the interface identifier contains an IPv4 address.
  const isIsatap = bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  return isCompatible || isIsatap ? [address, at(12)] : [address];
}
