const kills = new Set<() => void>();

process.once('exit', () => {
  for (const kill of kills) kill();
});

/**
 * Kills a process when this process exits. Returns a function to call when the process has ended by itself.
 */
export function endWithUs(kill: () => void): () => void {
  kills.add(kill);
  return () => {
    kills.delete(kill);
  };
}
