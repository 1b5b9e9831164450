import { clauseOf } from './cursor-context.js';
import { wordOf, type Level } from './token-tree.js';

const list = (text: string): readonly string[] => text.split(' ');

const afterCondition = list('and or is in like not between group order limit having desc asc');
const afterTable = list('where join left inner on group order using cross limit right full as');

/** Keywords that often follow a complete expression or name in each clause, the likeliest first. */
const likely: Record<string, readonly string[]> = {
  select: list('from as over'),
  from: afterTable,
  join: afterTable,
  where: afterCondition,
  on: list('and or where left join is in inner group order'),
  having: list('and or order limit is in'),
  by: list('desc asc nulls having order limit'),
  set: list('where returning'),
  update: list('set'),
  into: list('values select'),
  when: list('then and or is in like'),
  then: list('when else end'),
  else: list('end'),
  values: list('returning on'),
  limit: list('offset'),
};

/** Keywords that follow a keyword. */
const afterWord: Record<string, readonly string[]> = {
  order: ['by'],
  group: ['by'],
  partition: ['by'],
  insert: list('into'),
  delete: list('from'),
  left: list('join outer'),
  right: list('join outer'),
  full: list('join outer'),
  inner: ['join'],
  cross: ['join'],
  natural: ['join'],
  is: list('null not distinct true false'),
  create: list('table view or index materialized temporary schema function'),
  drop: list('table view index schema'),
  alter: list('table'),
};

/** Returns the rank of a keyword after a complete expression; undefined if it is not likely there. */
export function likelyWordsAt(level: Level | undefined): ReadonlyMap<string, number> {
  const before = level?.before ?? [];
  const words = afterWord[wordOf(before.at(-1)) ?? ''] ?? likely[clauseOf(before) ?? ''] ?? [];
  return new Map(words.map((word, index) => [word, index - words.length]));
}
