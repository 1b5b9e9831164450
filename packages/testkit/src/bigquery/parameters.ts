import { at, list, text } from './json.js';
import { invalidValue, type WireError } from './wire-error.js';

/** The form of the values of a type, as GoogleSQL parses them. */
const forms = new Map<string, RegExp>([
  ['STRING', /^[^]*$/],
  ['BYTES', /^[A-Za-z0-9+/=_-]*$/],
  ['INT64', /^[+-]?\d+$/],
  ['FLOAT64', /^[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf|infinity|nan)$/i],
  ['NUMERIC', /^[+-]?\d{1,29}(?:\.\d{1,9})?$/],
  ['BIGNUMERIC', /^[+-]?\d{1,39}(?:\.\d{1,38})?$/],
  ['BOOL', /^(?:true|false)$/i],
  ['DATE', /^\d{4}-\d{1,2}-\d{1,2}$/],
  ['TIME', /^\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d{1,9})?$/],
  ['DATETIME', /^\d{4}-\d{1,2}-\d{1,2}[ T]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d{1,9})?$/],
  ['INTERVAL', /^[^]+$/],
  ['GEOGRAPHY', /^[^]+$/],
]);

const timestamp = (digits: string): RegExp =>
  new RegExp(
    `^\\d{4}-\\d{1,2}-\\d{1,2}[ T]\\d{1,2}:\\d{1,2}:\\d{1,2}(?:\\.\\d{1,${digits}})? ?(?:Z|[+-]\\d{1,2}(?::\\d\\d)?|[A-Za-z]+/\\w+)?$`,
  );

/** Returns the error of the first parameter that the service would not accept; null if it accepts all. */
export function parameterError(query: unknown): WireError | null {
  const parameters = list(at(query, 'queryParameters'));
  const mode = text(at(query, 'parameterMode')).toUpperCase();
  if (parameters.length > 0 && mode !== 'NAMED' && mode !== 'POSITIONAL') {
    return invalidValue('parameterMode must be NAMED or POSITIONAL');
  }
  for (const parameter of parameters) {
    const name = text(at(parameter, 'name'));
    if ((mode === 'NAMED') !== (name !== '')) return invalidValue('Parameter name and mode differ');
    const type = at(parameter, 'parameterType');
    const problem = valueProblem(type, at(parameter, 'parameterValue'));
    if (problem !== null) {
      const message = `Unparseable query parameter \`${name}\` in type \`${text(at(type, 'type'))}\`: ${problem}`;
      return { reason: 'invalidQuery', message };
    }
  }
  return null;
}

function valueProblem(type: unknown, holder: unknown): string | null {
  const word = text(at(type, 'type'));
  if (word === 'ARRAY') {
    const element = at(type, 'arrayType');
    return firstProblem(list(at(holder, 'arrayValues')).map((each) => valueProblem(element, each)));
  }
  if (word === 'STRUCT') {
    return firstProblem(
      list(at(type, 'structTypes')).map((each) =>
        valueProblem(at(each, 'type'), at(at(holder, 'structValues'), text(at(each, 'name')))),
      ),
    );
  }
  const value = at(holder, 'value');
  if (word === 'JSON') return value === null || isJson(text(value)) ? null : 'Bad JSON value';
  const form =
    word === 'TIMESTAMP'
      ? timestamp(at(type, 'timestampPrecision') === '12' ? '12' : '6')
      : forms.get(word);
  if (!form) return 'Unknown type';
  if (value === null || value === undefined) return null;
  return form.test(text(value)) ? null : `Bad value: ${text(value).slice(0, 100)}`;
}

const firstProblem = (problems: readonly (string | null)[]): string | null =>
  problems.find((problem) => problem !== null) ?? null;

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
