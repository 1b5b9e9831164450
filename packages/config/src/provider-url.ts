/**
 * Whether an address of an identity provider may be talked to: secrets and proofs of identity go over
 * it, so over TLS only, or without leaving this machine.
 */
export function isSafeProviderUrl(address: string | URL): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
