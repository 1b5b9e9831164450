/** A completion as plain data, so that a worker can send it. */
export interface Ranked {
  /** The name in the list. */
  label: string;
  /** The inserted text; the label if missing. */
  apply?: string;
  /** The type of a column, the parameters of a function, or the kind of a name. */
  detail?: string;
  /** Description of a function. */
  info?: string;
  type?: string;
  /** Relevance at the cursor; 0 is the most relevant group. */
  group: number;
  /** Rank by use within the group; 0 is the most used. */
  use: number;
  /** A join condition, which starts with a complete name. */
  isCondition?: boolean;
  /** A function: parentheses follow its name. `none` takes no arguments. */
  call?: 'none' | 'some';
  /** A snippet: the inserted text with fields such as `${table}`. */
  template?: string;
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
  const ranges = rangesInOrder(text, needle);
  return ranges === null ? null : { kind: 2, ranges };
}

/** Returns the ranges of the characters of `needle` in their order; null if `text` does not contain them. */
function rangesInOrder(text: string, needle: string): number[] | null {
  const ranges: number[] = [];
  let at = 0;
  for (const character of needle) {
    const found = text.indexOf(character, at);
    if (found < 0) return null;
    at = found + character.length;
    if (ranges.at(-1) === found) ranges[ranges.length - 1] = at;
    else ranges.push(found, at);
  }
  return ranges;
}

/** Returns whether a label matches the typed text, or a longer text that starts with it. */
export const mayMatch = ({ label }: Ranked, typed: string): boolean =>
  rangesInOrder(label.toLowerCase(), typed.toLowerCase()) !== null;

/** Returns whether the typed text is one of the completions, and no condition starts with it. */
export function isComplete(options: readonly Ranked[], typed: string): boolean {
  const folded = typed.toLowerCase();
  const isContinued = options.some(
    ({ label, isCondition }) => isCondition === true && label.toLowerCase().startsWith(folded),
  );
  return (
    typed !== '' && !isContinued && options.some(({ label }) => label.toLowerCase() === folded)
  );
}

/** Returns the matching completions, best first: by match, group, exact case, use, length and name. */
export function ranked(options: readonly Ranked[], typed: string): Ranked[] {
  const found: { option: Ranked; kind: number; isExact: boolean }[] = [];
  for (const option of options) {
    const match = matchOf(option.label, typed);
    if (match !== null)
      found.push({ option, kind: match.kind, isExact: option.label.startsWith(typed) });
  }
  const best = found
    .sort(
      (one, other) =>
        one.kind - other.kind ||
        one.option.group - other.option.group ||
        Number(other.isExact) - Number(one.isExact) ||
        one.option.use - other.option.use ||
        // The shorter name is closer to the typed text.
        (typed === '' ? 0 : one.option.label.length - other.option.label.length) ||
        compare(one.option.label, other.option.label),
    )
    .slice(0, MAX_OPTIONS)
    .map(({ option }) => option);
  return withTypedCase(typed, best);
}

/** Returns keywords, functions and snippets in upper case if the typed text is in upper case. */
function withTypedCase(typed: string, options: Ranked[]): Ranked[] {
  if (!/^\p{Lu}{2}/u.test(typed) || /\p{Ll}/u.test(typed)) return options;
  return options.map((option) => {
    const { type = '', label, template } = option;
    if (!inUpperCase.has(type)) return option;
    return {
      ...option,
      label: label.toUpperCase(),
      ...(template !== undefined && { template: upperCaseTemplate(template) }),
    };
  });
}

const inUpperCase = new Set(['keyword', 'function', 'snippet']);

/** Returns a template in upper case; names of fields stay. */
export const upperCaseTemplate = (template: string): string =>
  template.replace(/\$\{\w+\}|[a-z]+/g, (part) =>
    part.startsWith('$') ? part : part.toUpperCase(),
  );

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
