/**
 * A random id of 32 hexadecimal digits. Browsers have `crypto.randomUUID` only where the page came over
 * TLS or from their own machine.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
