import { judgedFor, kindOf, readAddress, type Address } from './address.js';
import { means, type TargetEntry } from './entry.js';

/** What the operator allows and denies. A lone `*` among the denied is only for what nothing allows. */
export interface TargetLists {
  readonly allow: readonly TargetEntry[];
  readonly deny: readonly TargetEntry[];
}

/** Something of the service itself that no connection may reach. */
export interface ServiceAddress {
  /** All of its host; those of this machine when it runs here. */
  readonly addresses: readonly string[];
  /** It runs on this machine, so that every loopback address leads to it, too. */
  readonly isHere: boolean;
  readonly port: number;
  /** The service's own database, when it is a PostgreSQL server; null = it is something else. */
  readonly database: string | null;
}

/** What is to be dialled. */
export interface Target {
  /** In its canonical form; null when an address was given. */
  readonly name: string | null;
  readonly port: number;
  /** The database that is asked for, by the engine of PostgreSQL only. */
  readonly postgresDatabase?: string | undefined;
}

/** Why something may not be dialled: for the log, since it tells what lies where. */
export type Refusal =
  | { readonly reason: 'denied'; readonly entry: string }
  | { readonly reason: 'never' | 'service' | 'not allowed' };

const isDefault = ({ whom, port }: TargetEntry): boolean => whom.kind === 'all' && port === null;

/** Judges a name before it is looked up. Null = it depends on its addresses. */
export const judgeName = ({ deny }: TargetLists, target: Target): Refusal | null =>
  denial(deny, target, [null]);

/** Whether the operator means this very name, so that its addresses may be what they are. */
export const isNamed = ({ allow }: TargetLists, target: Target): boolean =>
  target.name !== null &&
  allow.some((entry) => entry.whom.kind !== 'all' && means(entry, target, null));

/** Judges an address that is about to be dialled. Null = it may be. */
export function judgeAddress(
  lists: TargetLists,
  target: Target,
  addressText: string,
  services: readonly ServiceAddress[],
): Refusal | null {
  const address = readAddress(addressText);
  const judged = judgedFor(address);
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
    lists.allow.some((entry) => means(entry, target, each));
  return judged.every(isAllowed) ? null : { reason: 'not allowed' };
}

function denial(
  deny: readonly TargetEntry[],
  target: Target,
  addresses: readonly (Address | null)[],
): Refusal | null {
  const entry = deny.find(
    (each) => !isDefault(each) && addresses.some((address) => means(each, target, address)),
  );
  return entry ? { reason: 'denied', entry: entry.text } : null;
}

/**
 * Whether this would reach the service itself. Other databases of the server that holds the service's own
 * may be used once the operator names that server with its port: then it is no oversight.
 */
function isService(
  { addresses, isHere, port, database }: ServiceAddress,
  { allow }: TargetLists,
  target: Target,
  all: readonly Address[],
): boolean {
  if (port !== target.port) return false;
  const own = new Set(addresses.map((each) => readAddress(each).toString()));
  const isOwn = (each: Address): boolean =>
    own.has(each.toString()) || (isHere && kindOf(each) === 'loopback');
  if (!all.some(isOwn)) return false;
  const asked = target.postgresDatabase;
  if (database === null || asked === undefined || isSameDatabase(database, asked)) return true;
  return !allow.some((entry) => namesOne(entry) && all.some((each) => means(entry, target, each)));
}

/** Whether an entry means one host, at one port. */
const namesOne = ({ port, whom }: TargetEntry): boolean =>
  port !== null &&
  (whom.kind === 'name' ||
    (whom.kind === 'network' && whom.bits === (whom.base.kind() === 'ipv4' ? 32 : 128)));

/** A server looks at the first 63 bytes of a name. */
export const isSameDatabase = (one: string, other: string): boolean =>
  firstBytes(one).equals(firstBytes(other));

const firstBytes = (name: string): Buffer => Buffer.from(name).subarray(0, 63);
