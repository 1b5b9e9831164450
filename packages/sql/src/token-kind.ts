/** Kind of a token. `symbol`: one character, or a mark of a comment whose content is code. `path`: see `Lexicon.paths`. */
export type TokenKind =
  | 'space'
  | 'comment'
  | 'word'
  | 'number'
  | 'quoted'
  | 'placeholder'
  | 'path'
  | 'symbol';
