/** Says what is needed, and ends, where Node is too old to run what follows. */
export function checkNode([major, minor] = [20, 19]) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  console.error(
    `Sluice needs Node.js ${major}.${minor} or newer; this is ${process.versions.node}.\n` +
      'Get it from https://nodejs.org or with your version manager.',
  );
  process.exit(1);
}
