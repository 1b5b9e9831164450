import type { Completion } from '@codemirror/autocomplete';

/** A completion with its ranking. */
export interface Ranked extends Completion {
  /** Relevance at the cursor; 0 is the most relevant group. */
  group: number;
  /** Rank by use within the group; 0 is the most used. */
  use: number;
}

/** More completions than a user would scroll through. */
const MAX_OPTIONS = 100;

/** Offsets in the label: pairs of start and end. */
type Ranges = readonly number[];

interface Match {
  /** 0: prefix of the label; 1: prefix of a word in it; 2: characters in order. */
  kind: 0 | 1 | 2;
  ranges: Ranges;
}

/** Returns how a label matches the typed text, regardless of case; null if it does not. */
export function matchOf(label: string, typed: string): Match | null {
  const text = label.toLowerCase();
  const needle = typed.toLowerCase();
  if (text.startsWith(needle)) return { kind: 0, ranges: [0, needle.length] };
  // Nearly every name contains any single character.
  if (needle.length < 2) return null;
  const part = text.indexOf(`_${needle}`);
  if (part >= 0) return { kind: 1, ranges: [part + 1, part + 1 + needle.length] };
  const ranges: number[] = [];
  let at = 0;
  for (const character of needle) {
    const found = text.indexOf(character, at);
    if (found < 0) return null;
    at = found + character.length;
    if (ranges.at(-1) === found) ranges[ranges.length - 1] = at;
    else ranges.push(found, at);
  }
  return { kind: 2, ranges };
}

/** Returns the matching completions, best first: by match, group, exact case, use and name. */
export function ranked(options: readonly Ranked[], typed: string): Ranked[] {
  const found: { option: Ranked; kind: number; isExact: boolean }[] = [];
  for (const option of options) {
    const match = matchOf(option.label, typed);
    if (match !== null)
      found.push({ option, kind: match.kind, isExact: option.label.startsWith(typed) });
  }
  return found
    .sort(
      (one, other) =>
        one.kind - other.kind ||
        one.option.group - other.option.group ||
        Number(other.isExact) - Number(one.isExact) ||
        one.option.use - other.option.use ||
        compare(one.option.label, other.option.label),
    )
    .slice(0, MAX_OPTIONS)
    .map(({ option }) => option);
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
