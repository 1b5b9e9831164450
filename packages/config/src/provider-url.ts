/**
 * Whether the URL of an identity provider is safe: it carries secrets and credentials, so it must use TLS or stay on this
 * machine.
 */
export function isSafeProviderUrl(address: string | URL): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
