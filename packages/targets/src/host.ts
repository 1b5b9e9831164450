import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { readAddress } from './address.js';

/** A host as a field of a connection names it. */
export type Host =
  | { readonly address: string }
  | {
      /** In lower case and ASCII, without a dot at its end: for comparing. */
      readonly name: string;
      /** What is looked up; a dot at its end says that it is whole. */
      readonly query: string;
    };

/**
 * What a host is, however it is spelled: an address that stands there in other digits, in parts or in
 * brackets is the address. Null when it is neither an address nor a name.
 */
export function readHost(text: string): Host | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return { address: readAddress(bare).toString() };
  const query = asciiOf(bare);
  if (isIP(query) !== 0) return { address: readAddress(query).toString() };
  const name = query.replace(/\.$/, '');
  return isName(name) ? { name, query } : null;
}

/** A name in the ASCII of networks; empty = it cannot be one. What else an address of the web has is refused. */
export const asciiOf = (text: string): string =>
  /[/\\?#@%:\s[\]]/.test(text) ? '' : domainToASCII(text).toLowerCase();

/** Whether a text in lower case is the name of a host, as networks use them: with `_`, too. */
export const isName = (text: string): boolean =>
  text.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(text);
