// Texts whose order is the order of the values, for values that no type of DuckDB can hold.

/** Offset of exponents, so that they are never negative. */
const EXPONENT_BASE = 500_000;

const DIGITS = '0123456789';
const COMPLEMENTS = '9876543210';

const complement = (digits: string): string =>
  digits.replaceAll(/\d/g, (digit) => COMPLEMENTS[Number(digit)] ?? digit);

/** Returns the key of a number. NaN is the greatest number, as in PostgreSQL. */
export function numberKey(text: string): string {
  if (text === 'NaN') return '4';
  if (text === 'Infinity') return '3';
  if (text === '-Infinity') return '';
  const digits = text.replace(/^[-+]/, '');
  const [whole = '', fraction = ''] = digits.split('.');
  const left = whole.replace(/^0+/, '');
  const right = fraction.replace(/0+$/, '');
  if (left === '' && right === '') return '1';
  const leading = left === '' ? right.length - right.replace(/^0+/, '').length : 0;
  const exponent = left === '' ? -leading : left.length;
  const significant = (left + right).replace(/^0+/, '').replace(/0+$/, '');
  const key = String(exponent + EXPONENT_BASE).padStart(6, '0') + significant;
  // A negative number with more digits is smaller: the tilde follows every digit.
  return text.startsWith('-') ? `0${complement(key)}~` : `2${key}`;
}

/** The same key in SQL. A text that is no number follows all numbers. */
export function numberKeySql(text: string): string {
  const digits = `ltrim(${text}, '-+')`;
  const left = `ltrim(split_part(${digits}, '.', 1), '0')`;
  const right = `rtrim(split_part(${digits}, '.', 2), '0')`;
  const exponent = `case when ${left} = '' then strlen(ltrim(${right}, '0')) - strlen(${right}) else strlen(${left}) end`;
  const significant = `rtrim(ltrim(${left} || ${right}, '0'), '0')`;
  const key = `lpad(cast(${exponent} + ${String(EXPONENT_BASE)} as varchar), 6, '0') || ${significant}`;
  return `case
    when ${text} is null then null
    when ${text} = 'NaN' then '4'
    when ${text} = 'Infinity' then '3'
    when ${text} = '-Infinity' then ''
    when not regexp_full_match(${text}, '[-+]?[0-9]+([.][0-9]+)?') then '5' || ${text}
    when ${left} = '' and ${right} = '' then '1'
    when starts_with(${text}, '-') then '0' || translate(${key}, '${DIGITS}', '${COMPLEMENTS}') || '~'
    else '2' || ${key} end`;
}

/** Digits of a year: PostgreSQL's dates end in the year 5874897. */
const YEAR_DIGITS = 7;

/** Returns the key of a date or time of day with date, of any year. */
export function momentKey(text: string): string {
  if (text === 'infinity') return '9';
  if (text === '-infinity') return '0';
  const [, year = '', rest = '', era = ''] =
    /^(\d+)(.*?)(?:Z|\+00)?( BC| \(BC\))?$/s.exec(text) ?? [];
  if (year === '') return `8${text}`;
  const tail = rest.replace(' ', 'T');
  const padded = year.padStart(YEAR_DIGITS, '0');
  return era === '' ? `5${padded}${tail}` : `2${complement(padded)}${tail}`;
}

/** The same key in SQL. */
export function momentKeySql(text: string): string {
  const year = `regexp_extract(${text}, '^([0-9]+)', 1)`;
  const era = `regexp_matches(${text}, ' [(]?BC[)]?$')`;
  const plain = `regexp_replace(regexp_replace(${text}, ' [(]?BC[)]?$', ''), '(Z|[+]00)$', '')`;
  const tail = `replace(substr(${plain}, strlen(${year}) + 1), ' ', 'T')`;
  const padded = `lpad(${year}, ${String(YEAR_DIGITS)}, '0')`;
  return `case
    when ${text} is null then null
    when ${text} = 'infinity' then '9'
    when ${text} = '-infinity' then '0'
    when ${year} = '' then '8' || ${text}
    when ${era} then '2' || translate(${padded}, '${DIGITS}', '${COMPLEMENTS}') || ${tail}
    else '5' || ${padded} || ${tail} end`;
}
