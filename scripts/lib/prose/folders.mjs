// The files that the prose check reads by default.

/** Folders and files that are already written by the style rules. One a line, sorted. */
export const checkedFolders = [
  '.github',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'bench/test/prose.test.ts',
  'docs/README.md',
  'docs/decisions',
  'docs/glossary.md',
  'docs/how-to/add-a-route.md',
  'docs/reference/style.md',
  'docs/tutorials',
  'scripts/check-commits.mjs',
  'scripts/check-links.mjs',
  'scripts/check-prose.mjs',
  'scripts/lib/prose',
];

/** Files that hold texts of others, generated texts, or texts that cannot change. */
export const excluded = [
  // Applied migrations are compared by checksum.
  /^prisma\/migrations\//,
  // The rules themselves, and the sentences that they reject.
  /^scripts\/lib\/prose\/rules\.mjs$/,
  /^bench\/test\/prose\.test\.ts$/,
  /(^|\/)generated\//,
];
