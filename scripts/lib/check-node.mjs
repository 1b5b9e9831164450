/** Says what is needed, and ends, where Node is too old to run what follows. `needed` is `major.minor`. */
export function checkNode(needed) {
  const [major, minor] = needed.split('.').map(Number);
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  console.error(
    `Sluice needs Node.js ${needed} or newer; this is ${process.versions.node}.\n` +
      'Get it from https://nodejs.org or with your version manager.',
  );
  process.exit(1);
}
