import type { Blocks } from './blocks.js';
import type { BodyRules } from './lexicon.js';

/** Position of a word in a body. */
export interface WordContext {
  /** A statement can start here. */
  atStart: boolean;
  /** Between CREATE and the body of a routine. */
  inHeader: boolean;
  /** The word before; '' after another token. */
  last: string;
  rules: BodyRules;
}

/** Opens the block of a control word such as IF, LOOP or DO, or records that it is pending. */
export function readControlWord(
  blocks: Blocks,
  word: string,
  { atStart, inHeader, last, rules }: WordContext,
): void {
  const { pending } = blocks;
  switch (word) {
    case 'IF':
      if (pending === '' || pending === 'HANDLER') blocks.pending = 'IF';
      break;
    case 'ELSIF':
      blocks.pending = 'ELSEIF';
      break;
    case 'ELSEIF':
    case 'WHEN':
    case 'HANDLER':
    case 'UNTIL':
      blocks.pending = word;
      break;
    case 'WHILE':
      if (atStart || inHeader) blocks.pending = 'WHILE';
      break;
    case 'FOR':
      if (pending === 'STATEMENT') blocks.statementFollows();
      else if (atStart && (!inHeader || rules.bare.includes('FOR'))) blocks.pending = 'FOR';
      break;
    case 'STATEMENT':
      if (last === 'SET' && rules.setStatement === true) blocks.pending = 'STATEMENT';
      break;
    case 'THEN':
      if (pending === 'IF') blocks.open('IF');
      blocks.statementFollows();
      break;
    case 'ELSE':
      blocks.statementFollows();
      break;
    case 'DO':
      if (pending === 'WHILE' || pending === 'FOR') blocks.open(pending);
      blocks.statementFollows();
      break;
    case 'LOOP':
      // `WHILE .. LOOP` in the manner of PL/SQL is one block.
      if (atStart || inHeader || pending === 'WHILE' || pending === 'FOR') blocks.open('LOOP');
      break;
    case 'REPEAT':
      if (atStart) blocks.open('REPEAT');
      break;
  }
}
