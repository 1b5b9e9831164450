import type { Completion } from '@codemirror/autocomplete';

/** A completion with its name as it is compared with what somebody types. */
export interface Candidate {
  completion: Completion;
  folded: string;
}

/** In the order of their characters, which takes a tenth of the time of that of a language. */
export const candidatesOf = (completions: Completion[]): Candidate[] =>
  completions
    .map((completion) => ({ completion, folded: completion.label.toLowerCase() }))
    .sort((one, other) => (one.folded < other.folded ? -1 : Number(one.folded > other.folded)));

/**
 * At most `most` of the names that fit what is typed, the likeliest of them: the editor ranks at each key
 * what it is given, and 10,000 names would cost it more than all else that it does. First come names that
 * begin so, then those that do but for the case, then those that hold the characters in their order.
 */
export function likeliest(candidates: Candidate[], typed: string, most: number): Completion[] {
  const folded = typed.toLowerCase();
  const tests: ((candidate: Candidate) => boolean)[] = [
    ({ completion }) => completion.label.startsWith(typed),
    (candidate) => candidate.folded.startsWith(folded),
    (candidate) => holdsInOrder(candidate.folded, folded),
  ];
  const found = new Set<Completion>();
  for (const fits of tests) {
    for (const candidate of candidates) {
      if (found.size === most) return [...found];
      if (fits(candidate)) found.add(candidate.completion);
    }
  }
  return [...found];
}

function holdsInOrder(text: string, characters: string): boolean {
  let at = 0;
  for (const character of characters) {
    at = text.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
