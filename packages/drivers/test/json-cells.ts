/** Texts that a hostile or lenient server may call JSON, and what is stored for each. */
export interface HostileJson {
  /** What the case is about. */
  name: string;
  text: string;
  /** Stored as it is; otherwise as a string of the text. */
  isJson: boolean;
}

const valid = (name: string, text: string): HostileJson => ({ name, text, isJson: true });
const invalid = (name: string, text: string): HostileJson => ({ name, text, isJson: false });

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Cases for every driver whose database has JSON. */
export const hostileJson: readonly HostileJson[] = [
  invalid('NaN', 'NaN'),
  invalid('NaN inside', '{"a": NaN}'),
  invalid('an infinity', '[-Infinity]'),
  invalid('a comma at the end of a list', '[1,2,]'),
  invalid('a comma at the end of an object', '{"a":1,}'),
  invalid('a comma at the beginning', '[,1]'),
  invalid('no comma', '[1 2]'),
  invalid('a zero in front', '[01]'),
  invalid('a plus', '+1'),
  invalid('a point without digits', '[1.]'),
  invalid('a minus alone', '-'),
  invalid('an exponent without digits', '1e'),
  invalid('nothing', ''),
  invalid('white space alone', '  '),
  invalid('a list that does not end', '[1'),
  invalid('a string that does not end', '"a'),
  invalid('an escape that does not end', '"\\'),
  invalid('an unknown escape', '"\\x41"'),
  invalid('half a unicode escape', '"\\u12"'),
  invalid('a control character in a string', '"a\u0001b"'),
  invalid('a line feed in a string', '"a\nb"'),
  invalid('single quotes', "{'a':1}"),
  invalid('a key without quotes', '{a:1}'),
  invalid('a key that is no string', '{1:2}'),
  invalid('no value', '{"a":}'),
  invalid('no colon', '{"a" 1}'),
  invalid('brackets that do not match', '[1}'),
  invalid('two values', '1 2'),
  invalid('what would end the row', '1],[2'),
  invalid('a comment', '[1/* */]'),
  invalid('half a word', 'tru'),
  invalid('a longer word', 'nulls'),
  invalid('a byte order mark', '\ufeff1'),
  invalid('letters beyond ASCII outside of strings', '[é]'),
  invalid('more levels than are stored', nested(1001)),
  invalid('100,000 levels', nested(100_000)),
  invalid('100,000 levels that do not end', '{"a":'.repeat(100_000)),
  valid('as many levels as are stored', nested(1000)),
  valid('half a pair of surrogates', '"\\ud800"'),
  valid('a key twice', '{"a":1,"a":2}'),
  valid('more digits than a double has', '[12345678901234567890.10, 1e400, -0.0, 1E-7]'),
  valid('1,000 digits', '9'.repeat(1000)),
  valid('all escapes', '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"'),
  valid('text beyond ASCII', '{"é漢🎈":"é漢🎈"}'),
  valid('scalars', '[true,false,null,"",0,-1,1.5]'),
  valid('empty ones', '[[],{},[{}]]'),
  valid('spaces between all tokens', ' { "a" : [ 1 , 2 ] } '),
];

/** The JSON text that is stored for a case. */
export const storedJson = ({ text, isJson }: HostileJson): string =>
  isJson ? text : JSON.stringify(text);
