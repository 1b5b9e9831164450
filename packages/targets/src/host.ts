import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { readAddress } from './address.js';

/** A host in a connection field. */
export type Host =
  | { readonly address: string }
  | {
      /** Lower-case ASCII name without a trailing dot, for comparisons. */
      readonly name: string;
      /** The name to resolve. A trailing dot makes it fully qualified. */
      readonly query: string;
    };

/**
 * Parses a host in any notation: an IP address in other digits, in parts or in brackets is the address. Null when it is
 * neither an address nor a name.
 */
export function readHost(text: string): Host | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return { address: readAddress(bare).toString() };
  const query = asciiOf(bare);
  if (isIP(query) !== 0) return { address: readAddress(query).toString() };
  const name = query.replace(/\.$/, '');
  return isName(name) ? { name, query } : null;
}

/** The ASCII (punycode) form of a name; empty when it is invalid. Other parts of a URL are rejected. */
export const asciiOf = (text: string): string =>
  /[/\\?#@%:\s[\]]/.test(text) ? '' : domainToASCII(text).toLowerCase();

/** Whether a lower-case text is a host name. `_` is allowed, as many networks use it. */
export const isName = (text: string): boolean =>
  text.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(text);
