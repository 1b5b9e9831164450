/** Maximum length of a keyword of the body tracker; longer words are names. */
export const MAX_KEYWORD_LENGTH = 16;

/** Words that may occur between CREATE and the kind of object. */
export const headerWords = new Set([
  'OR',
  'REPLACE',
  'ALTER',
  'DEFINER',
  'AGGREGATE',
  'TEMP',
  'TEMPORARY',
  'SECURE',
]);

/** Words after END that name the block that it ends. */
export const endings = new Set(['IF', 'CASE', 'LOOP', 'WHILE', 'REPEAT', 'FOR']);
/** Words after BEGIN that start a transaction. */
export const transactionWords = new Set([
  'TRANSACTION',
  'TRAN',
  'WORK',
  'NAME',
  'READ',
  'ISOLATION',
]);
/** Kinds of routines that declarations may contain. */
export const nestedRoutines = new Set(['PROCEDURE', 'FUNCTION']);
/** Kinds of objects whose declarations may follow AS. */
export const declaring = new Set(['PROCEDURE', 'FUNCTION', 'PACKAGE']);
/** Words that start a body of one statement. An AS or IS after them belongs to that statement. */
export const bodyStatements = new Set(
  (
    'SELECT WITH INSERT REPLACE UPDATE DELETE SET CREATE ALTER CALL VALUES TABLE EXPLAIN DO ' +
    'IF CASE WHILE LOOP REPEAT FOR BEGIN'
  ).split(' '),
);
