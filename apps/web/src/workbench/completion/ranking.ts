import type { Completion } from '@codemirror/autocomplete';

/** A completion with what it is ranked by, beside how well it fits. */
export interface Ranked extends Completion {
  /** 0 for what belongs here most. */
  group: number;
  /** 0 for what is used most, in its group. */
  use: number;
}

/** What is drawn at a time is less; nobody goes further by the arrows. */
const most = 100;

/** Offsets in the label: pairs of start and end. */
type Ranges = readonly number[];

interface Fit {
  /** 0: it begins so; 1: a word in it does; 2: it holds the characters in their order. */
  kind: 0 | 1 | 2;
  ranges: Ranges;
}

/** Returns how a label fits what is typed; null where it does not. Case makes no difference. */
export function fitOf(label: string, typed: string): Fit | null {
  const text = label.toLowerCase();
  const wanted = typed.toLowerCase();
  if (text.startsWith(wanted)) return { kind: 0, ranges: [0, wanted.length] };
  // One character is in nearly every name.
  if (wanted.length < 2) return null;
  const part = text.indexOf(`_${wanted}`);
  if (part >= 0) return { kind: 1, ranges: [part + 1, part + 1 + wanted.length] };
  const ranges: number[] = [];
  let at = 0;
  for (const character of wanted) {
    const found = text.indexOf(character, at);
    if (found < 0) return null;
    at = found + character.length;
    if (ranges.at(-1) === found) ranges[ranges.length - 1] = at;
    else ranges.push(found, at);
  }
  return { kind: 2, ranges };
}

/** Returns what fits, the best first: by how it fits, then by what belongs here, then by use and name. */
export function ranked(options: readonly Ranked[], typed: string): Ranked[] {
  const found: { option: Ranked; kind: number; isExact: boolean }[] = [];
  for (const option of options) {
    const fit = fitOf(option.label, typed);
    if (fit !== null)
      found.push({ option, kind: fit.kind, isExact: option.label.startsWith(typed) });
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
    .slice(0, most)
    .map(({ option }) => option);
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
