/** A text that a server may return as JSON. */
export interface HostileJson {
  /** Title of the case. */
  name: string;
  text: string;
  /** Whether the text is stored unchanged; otherwise it is stored as a JSON string. */
  isJson: boolean;
}

const valid = (name: string, text: string): HostileJson => ({ name, text, isJson: true });
const invalid = (name: string, text: string): HostileJson => ({ name, text, isJson: false });

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Cases for every driver whose database has JSON. */
export const hostileJson: readonly HostileJson[] = [
  invalid('NaN', 'NaN'),
  invalid('NaN inside', '{"a": NaN}'),
  invalid('infinity', '[-Infinity]'),
  invalid('a trailing comma in an array', '[1,2,]'),
  invalid('a trailing comma in an object', '{"a":1,}'),
  invalid('a leading comma', '[,1]'),
  invalid('a missing comma', '[1 2]'),
  invalid('a leading zero', '[01]'),
  invalid('a plus sign', '+1'),
  invalid('a decimal point without digits', '[1.]'),
  invalid('a minus sign alone', '-'),
  invalid('an exponent without digits', '1e'),
  invalid('an empty text', ''),
  invalid('white space alone', '  '),
  invalid('an unterminated array', '[1'),
  invalid('an unterminated string', '"a'),
  invalid('an unterminated escape', '"\\'),
  invalid('an unknown escape', '"\\x41"'),
  invalid('an incomplete unicode escape', '"\\u12"'),
  invalid('a control character in a string', '"a\u0001b"'),
  invalid('a line feed in a string', '"a\nb"'),
  invalid('single quotes', "{'a':1}"),
  invalid('a key without quotes', '{a:1}'),
  invalid('a numeric key', '{1:2}'),
  invalid('a missing value', '{"a":}'),
  invalid('a missing colon', '{"a" 1}'),
  invalid('mismatched brackets', '[1}'),
  invalid('two values', '1 2'),
  invalid('text that would end the row', '1],[2'),
  invalid('a comment', '[1/* */]'),
  invalid('an incomplete literal', 'tru'),
  invalid('a literal with an extra letter', 'nulls'),
  invalid('a byte order mark', '\ufeff1'),
  invalid('a non-ASCII letter outside a string', '[é]'),
  invalid('one level more than the maximum depth', nested(1001)),
  invalid('100,000 levels', nested(100_000)),
  invalid('100,000 unterminated levels', '{"a":'.repeat(100_000)),
  valid('the maximum depth', nested(1000)),
  valid('a lone surrogate', '"\\ud800"'),
  valid('a duplicate key', '{"a":1,"a":2}'),
  valid('more digits than a double can represent', '[12345678901234567890.10, 1e400, -0.0, 1E-7]'),
  valid('1,000 digits', '9'.repeat(1000)),
  valid('all escapes', '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"'),
  valid('non-ASCII text', '{"é漢🎈":"é漢🎈"}'),
  valid('scalars', '[true,false,null,"",0,-1,1.5]'),
  valid('empty arrays and objects', '[[],{},[{}]]'),
  valid('spaces between all tokens', ' { "a" : [ 1 , 2 ] } '),
];

/** Returns the JSON text that is stored for a case. */
export const storedJson = ({ text, isJson }: HostileJson): string =>
  isJson ? text : JSON.stringify(text);
