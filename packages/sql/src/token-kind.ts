/**
 * Kind of a token. `symbol`: one character, or a mark of a comment whose content is code. `path`: see `Lexicon.paths`.
 * `line`: a statement that ends with its line, whose words are not read. `data`: a terminator and the rows of COPY.
 */
export type TokenKind =
  | 'space'
  | 'comment'
  | 'word'
  | 'number'
  | 'quoted'
  | 'placeholder'
  | 'path'
  | 'symbol'
  | 'line'
  | 'data';
