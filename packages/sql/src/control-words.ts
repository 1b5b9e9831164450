import type { Blocks } from './blocks.js';

/** Position of a word in a body. */
export interface WordContext {
  /** A statement can start here. */
  atStart: boolean;
  /** Between CREATE and the body of a routine. */
  inHeader: boolean;
  /** See `BodyRules.bare`. */
  bare: readonly string[];
}

/** Opens the block of a control word such as IF, LOOP or DO, or records that it is pending. */
export function readControlWord(
  blocks: Blocks,
  word: string,
  { atStart, inHeader, bare }: WordContext,
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
      if (atStart && (!inHeader || bare.includes('FOR'))) blocks.pending = 'FOR';
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
