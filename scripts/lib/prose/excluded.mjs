/** Files that the prose check never reads: texts of others, generated texts, and texts that cannot change. */
export const excluded = [
  // Applied migrations are compared by checksum.
  /^prisma\/migrations\//,
  // The rules themselves, and the sentences that they reject.
  /^scripts\/lib\/prose\/rules\.mjs$/,
  /^bench\/test\/prose\.test\.ts$/,
  // Generated from sources that are checked.
  /(^|\/)generated\//,
  /^packages\/database\/src\/sql\/embedded\.ts$/,
];
