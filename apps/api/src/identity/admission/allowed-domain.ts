/**
 * Returns whether the address belongs to one of the domains: an exact match without subdomains,
 * case-insensitive.
 */
export function isAllowedDomain(email: string, domains: readonly string[]): boolean {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  return at > 0 && domain !== '' && domains.some((allowed) => allowed.toLowerCase() === domain);
}
