import { effectiveAddresses, kindOf, readAddress, type Address } from './address.js';
import { matches, type TargetEntry } from './entry.js';

/** The operator's allow and deny lists. `*` in the deny list applies only to hosts that no entry allows. */
export interface TargetLists {
  readonly allow: readonly TargetEntry[];
  readonly deny: readonly TargetEntry[];
}

/** An address of the service itself, which connections may not use. */
export interface ServiceAddress {
  /** All addresses of its host. */
  readonly addresses: readonly string[];
  /** It runs on this machine, so every loopback address reaches it, too. */
  readonly isLocal: boolean;
  readonly port: number;
  /** Name of the metadata database, for its PostgreSQL server; null for other servers. */
  readonly database: string | null;
}

/** The target of a connection attempt. */
export interface Target {
  /** Canonical name; null when the connection has an IP address. */
  readonly name: string | null;
  readonly port: number;
  /** The requested database, for PostgreSQL only. */
  readonly postgresDatabase?: string | undefined;
}

/** Why a target is denied. For the log only, because it reveals the network. */
export type Refusal =
  | { readonly reason: 'denied'; readonly entry: string }
  | { readonly reason: 'never' | 'service' | 'not allowed' };

const isDefault = ({ hosts, port }: TargetEntry): boolean => hosts.kind === 'all' && port === null;

/** Checks a name before it is resolved. Null: the addresses decide. */
export const judgeName = ({ deny }: TargetLists, target: Target): Refusal | null =>
  denial(deny, target, [null]);

/** Whether an allow entry other than `*` matches this name, so that any of its addresses is allowed. */
export const isNamed = ({ allow }: TargetLists, target: Target): boolean =>
  target.name !== null &&
  allow.some((entry) => entry.hosts.kind !== 'all' && matches(entry, target, null));

/** Checks an address before connecting. Null: it is allowed. */
export function judgeAddress(
  lists: TargetLists,
  target: Target,
  addressText: string,
  services: readonly ServiceAddress[],
): Refusal | null {
  const address = readAddress(addressText);
  const judged = effectiveAddresses(address);
  const all = [address, ...judged];
  if (all.some((each) => kindOf(each) === 'never')) return { reason: 'never' };
  const denied = denial(lists.deny, target, all);
  if (denied !== null) return denied;
  if (services.some((service) => isService(service, lists, target, all))) {
    return { reason: 'service' };
  }
  const isClosed = lists.deny.some(isDefault);
  const isAllowed = (each: Address): boolean =>
    (!isClosed && kindOf(each) === 'public') ||
    lists.allow.some((entry) => matches(entry, target, each));
  return judged.every(isAllowed) ? null : { reason: 'not allowed' };
}

function denial(
  deny: readonly TargetEntry[],
  target: Target,
  addresses: readonly (Address | null)[],
): Refusal | null {
  const entry = deny.find(
    (each) => !isDefault(each) && addresses.some((address) => matches(each, target, address)),
  );
  return entry ? { reason: 'denied', entry: entry.text } : null;
}

/**
 * Whether the target is the service itself. Other databases on the server of the metadata database may be used when the
 * operator allows that server with its port explicitly.
 */
function isService(
  { addresses, isLocal, port, database }: ServiceAddress,
  { allow }: TargetLists,
  target: Target,
  all: readonly Address[],
): boolean {
  if (port !== target.port) return false;
  const own = new Set(addresses.map((each) => readAddress(each).toString()));
  const isOwn = (each: Address): boolean =>
    own.has(each.toString()) || (isLocal && kindOf(each) === 'loopback');
  if (!all.some(isOwn)) return false;
  const asked = target.postgresDatabase;
  if (database === null || asked === undefined || isSameDatabase(database, asked)) return true;
  return !allow.some(
    (entry) => isSingleHost(entry) && all.some((each) => matches(entry, target, each)),
  );
}

/** Whether an entry matches one host and one port. */
const isSingleHost = ({ port, hosts }: TargetEntry): boolean =>
  port !== null &&
  (hosts.kind === 'name' ||
    (hosts.kind === 'network' && hosts.bits === (hosts.base.kind() === 'ipv4' ? 32 : 128)));

/** PostgreSQL compares the first 63 bytes of a name. */
export const isSameDatabase = (one: string, other: string): boolean =>
  firstBytes(one).equals(firstBytes(other));

const firstBytes = (name: string): Buffer => Buffer.from(name).subarray(0, 63);
