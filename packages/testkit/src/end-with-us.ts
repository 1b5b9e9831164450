const kills = new Set<() => void>();

process.once('exit', () => {
  for (const kill of kills) kill();
});

/** Has something killed when this process exits. Gives a function for when it has ended by itself. */
export function endWithUs(kill: () => void): () => void {
  kills.add(kill);
  return () => {
    kills.delete(kill);
  };
}
