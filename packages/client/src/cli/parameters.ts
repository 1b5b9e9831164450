import { UsageError } from './usage.js';

/** The parameters of a run. */
export interface Parameters {
  parameters: Record<string, unknown>;
  parameterTypes: Record<string, string>;
}

const form = /^([A-Za-z_][A-Za-z0-9_]*)(?::([a-z]+(?:\[\])?))?(?:=([^]*))?$/;

/**
 * Reads the options `--param name=value`. A type can follow the name: `day:date=2026-03-01`. Without a type, a number is
 * an integer or decimal, and `true` and `false` are booleans; anything else is text. A name without `=` is null. A
 * repeated name is a list.
 *
 * @throws UsageError
 */
export function readParameters(options: readonly string[]): Parameters {
  const values = new Map<string, unknown[]>();
  const parameterTypes: Record<string, string> = {};
  for (const option of options) {
    const [, name, type, value] = form.exec(option) ?? [];
    if (name === undefined) {
      throw new UsageError(
        `Invalid parameter ${option}. Use --param name=value or name:type=value`,
      );
    }
    const given = valuesOf(type, value);
    values.set(name, [...(values.get(name) ?? []), ...given]);
    if (type !== undefined) parameterTypes[name] = type;
  }
  const parameters: Record<string, unknown> = {};
  for (const [name, all] of values) {
    const type = parameterTypes[name];
    const isRepeated = all.length > 1;
    if (isRepeated && type !== undefined && !type.endsWith('[]'))
      parameterTypes[name] = `${type}[]`;
    parameters[name] = isRepeated || type?.endsWith('[]') === true ? all : all[0];
  }
  return { parameters, parameterTypes };
}

/** Returns the values of an option: those of a list, or one. */
function valuesOf(type: string | undefined, value: string | undefined): unknown[] {
  if (value === undefined) return [null];
  if (type?.endsWith('[]') === true) return value === '' ? [] : value.split(',');
  return [type === undefined ? untyped(value) : value];
}

function untyped(value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  return isPlainNumber(value) ? Number(value) : value;
}

/** Whether the text is how a number is written: `007` and `1e5` are texts, and so are numbers with too many digits. */
const isPlainNumber = (text: string): boolean =>
  /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text) && String(Number(text)) === text;
