/** The candidate with the smallest edit distance to `word`. */
export function nearest(word: string, candidates: string[]): string {
  const ranked = candidates.map((candidate) => ({
    candidate,
    distance: editDistance(word, candidate),
  }));
  ranked.sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate ?? '';
}

/** Number of characters to insert, remove or replace to turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const insertion = (current[column - 1] ?? 0) + 1;
      const deletion = (previous[column] ?? 0) + 1;
      current.push(Math.min(substitution, insertion, deletion));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
