/**
 * Returns a random ID of 32 hexadecimal digits. `crypto.randomUUID` exists only over HTTPS or on localhost.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
