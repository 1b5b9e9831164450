/** Whether an address lies in one of these domains themselves; one below them is another domain. */
export function isAllowedDomain(email: string, domains: readonly string[]): boolean {
  const at = email.lastIndexOf('@');
  if (at < 1) return false;
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  return domains.some((allowed) => allowed.toLowerCase() === domain);
}
