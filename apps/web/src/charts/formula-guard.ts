import type { Datatype } from '@sluice/contracts';

/** White space, and characters without width, that a spreadsheet drops before a formula. */
const blank =
  '[\\u0000-\\u0020\\u007f\\u0085\\u00a0\\u00ad\\u1680\\u180e\\u2000-\\u200f\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff]';
/** The start of a formula, at the start of the text or after a character that may start another cell. */
const formula = new RegExp(
  `(^${blank}*|[;\\t\\n\\r](?:${blank}|[";])*)([=+@\\uff1d\\uff0b\\uff0d\\uff20-])`,
  'g',
);
/** A character before the text that ends the cell. */
const breaksCell = new RegExp(`^((?:(?![\\t\\n\\r])${blank})*)([\\t\\n\\r])`);

/** Numbers and times with a sign, which are no formulas in columns of such values. */
const harmless: Partial<Record<Datatype, RegExp>> = {
  number: /^[-+]?(\d+(\.\d*)?(e[-+]?\d+)?|infinity|nan)$/i,
  time: /^[-+]?\d+:\d\d(:\d\d(\.\d+)?)?$/,
  date: /^[-+]?infinity$/i,
  datetime: /^[-+]?infinity$/i,
};

/** Returns a text that no spreadsheet runs as a formula, with the apostrophes that a CSV download has. */
export const withoutFormulas = (text: string, datatype: Datatype): string =>
  harmless[datatype]?.test(text) === true
    ? text
    : text.replace(formula, "$1'$2").replace(breaksCell, "$1'$2");
