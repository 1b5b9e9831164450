/** Rights over the whole server, and over the files of its machine. */
const high = ['ALL PRIVILEGES', 'SUPER', 'FILE', 'CREATE USER'];

/** Which of them a user has, by the answer to `SHOW GRANTS`. */
export function highRightsIn(grants: readonly string[]): string[] {
  const given = grants.flatMap((grant) => {
    const [, rights = ''] = /^GRANT (.+) ON \*\.\* TO /.exec(grant) ?? [];
    return rights.split(/, ?/);
  });
  return high.filter((right) => given.includes(right));
}
