/** Whether a stored password hash is a bcrypt hash. Only users imported from another service have one. */
export const isBcryptHash = (stored: string): boolean =>
  /^\$2[ab]\$\d{2}\$[./A-Za-z0-9]{53}$/.test(stored);
