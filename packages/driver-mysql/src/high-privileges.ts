/** Privileges over the whole server and over its files. */
const high = ['ALL PRIVILEGES', 'SUPER', 'FILE', 'CREATE USER'];

/** Returns which of them the output of `SHOW GRANTS` contains. */
export function highPrivilegesIn(grants: readonly string[]): string[] {
  const given = grants.flatMap((grant) => {
    const [, rights = ''] = /^GRANT (.+) ON \*\.\* TO /.exec(grant) ?? [];
    return rights.split(/, ?/);
  });
  return high.filter((right) => given.includes(right));
}
