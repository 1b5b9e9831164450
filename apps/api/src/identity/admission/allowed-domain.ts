/** Whether an address is of one of the domains: exactly, not of one below it, and in whatever case. */
export function isAllowedDomain(email: string, domains: readonly string[]): boolean {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  return at > 0 && domain !== '' && domains.some((allowed) => allowed.toLowerCase() === domain);
}
