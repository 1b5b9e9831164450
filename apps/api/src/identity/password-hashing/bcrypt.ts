/**
 * Checks a password against the bcrypt hash of an imported user, off the event loop. Like the service that made the
 * hash, bcrypt reads the first 72 bytes of a password only.
 */
export async function verifyBcrypt(password: string, stored: string): Promise<boolean> {
  // Loaded on first use: most deployments have no imported users.
  const { default: bcrypt } = await import('bcrypt');
  return bcrypt.compare(password, stored);
}
