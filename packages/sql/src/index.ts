export { copyParts } from './copy-parts.js';
export { dialectNamed, type Dialect } from './dialects.js';
export { endsInCode } from './ends-in-code.js';
export { lexemesOf, type Lexeme } from './lexemes.js';
export {
  type BodyRules,
  type Lexicon,
  type LineCommentRule,
  type OwnMarkRule,
  type QuoteRule,
} from './lexicon.js';
export { locate, type Place } from './locate.js';
export { type OwnMark, type Placeholder } from './placeholders.js';
export { scanPieces, type Segment } from './pieces.js';
export { scanTokens, type Token } from './tokens.js';
export { splitInSlices, splitStatements, type SliceOptions, type StatementPiece } from './split.js';
