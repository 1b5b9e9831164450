import { AppError } from '@sluice/errors';

/** Whose values a template may show. */
export interface TemplateUser {
  id: string;
  email: string;
  name: string | null;
  role: string;
  /** Custom values by name. */
  data: unknown;
}

const placeholder = /\{\{([^{}]*)\}\}/g;
const dataName = /^user\.data\.([A-Za-z0-9_]{1,64})$/;

/** A value put into a template must not be able to end a field or hide in it. */
const controlCharacters = /\p{Cc}/u;
const maxValueLength = 1024;

/** Fields whose text is SQL: a value there must not be able to begin or end anything. */
const sqlFields = new Set(['preQueryStatements']);
const plainWord = /^[\p{L}\p{M}\p{N}_.@+-]*$/u;
const plainWords = /^[\p{L}\p{M}\p{N}_.@+ -]*$/u;

/**
 * Replaces `{{user.id}}`, `{{user.email}}`, `{{user.name}}`, `{{user.role}}` and
 * `{{user.data.<name>}}` in every string of a connection's data: a plain look-up of own properties,
 * in one pass, so that a value which looks like a template stays text.
 *
 * In a field that is SQL a value may be letters, digits and `_ . @ + -`, between quotes also spaces:
 * nobody can name himself into a statement.
 *
 * @throws AppError `template` (400) for an unknown or missing value: an empty text in its place
 * could open somebody else's database.
 */
export function renderTemplates(
  data: Record<string, unknown>,
  user: TemplateUser,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      typeof value === 'string' ? renderText(value, field, user) : value,
    ]),
  );
}

function renderText(text: string, field: string, user: TemplateUser): string {
  if (!text.includes('{{')) return text;
  const rest = text.replace(placeholder, ' ');
  if (rest.includes('{{') || text.includes('{{{')) {
    throw failure(field, 'has a malformed template; write {{user.email}}');
  }
  const isSql = sqlFields.has(field);
  let isQuoted = false;
  let seenTo = 0;
  return text.replace(placeholder, (_, expression: string, at: number) => {
    const value = lookUp(expression.trim(), field, user);
    if (!isSql) return value;
    // Two quotes in a row are one in the text, and change nothing here.
    for (; seenTo < at; seenTo++) if (text[seenTo] === "'") isQuoted = !isQuoted;
    if ((isQuoted ? plainWords : plainWord).test(value) && !value.includes('--')) return value;
    throw failure(field, `cannot use the value of {{${expression.trim()}}} in SQL`);
  });
}

function lookUp(expression: string, field: string, user: TemplateUser): string {
  const value = valueOf(expression, user);
  if (value === undefined) throw failure(field, `knows no {{${expression.slice(0, 80)}}}`);
  if (value === null || value === '') {
    throw failure(field, `needs {{${expression}}}, which this user does not have`);
  }
  if (value.length > maxValueLength || controlCharacters.test(value)) {
    throw failure(field, `cannot use the value of {{${expression}}}`);
  }
  return value;
}

/** Undefined: no such expression. Null: it has no value for this user. */
function valueOf(expression: string, user: TemplateUser): string | null | undefined {
  switch (expression) {
    case 'user.id':
      return user.id;
    case 'user.email':
      return user.email;
    case 'user.name':
      return user.name;
    case 'user.role':
      return user.role;
    default: {
      const name = dataName.exec(expression)?.[1];
      return name === undefined ? undefined : ownText(user.data, name);
    }
  }
}

function ownText(data: unknown, name: string): string | null {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return null;
  const value: unknown = Object.getOwnPropertyDescriptor(data, name)?.value;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}

const failure = (field: string, message: string): AppError =>
  new AppError('template', 400, `The connection field "${field}" ${message}`, {
    errors: [{ path: `data.${field}`, message }],
  });
