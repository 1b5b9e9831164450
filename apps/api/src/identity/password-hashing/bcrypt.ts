/**
 * Verifies a password against the bcrypt hash of an imported user, outside the event loop. bcrypt
 * uses the first 72 bytes of a password only, as in the service that created the hash.
 */
export async function verifyBcrypt(password: string, stored: string): Promise<boolean> {
  // Loaded on first use: most deployments have no imported users.
  const { default: bcrypt } = await import('bcrypt');
  return bcrypt.compare(password, stored);
}
