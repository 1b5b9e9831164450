/** Whether a stored password is a bcrypt hash, which only users imported from another service have. */
export const isBcryptHash = (stored: string): boolean =>
  /^\$2[ab]\$\d{2}\$[./A-Za-z0-9]{53}$/.test(stored);
