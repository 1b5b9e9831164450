import { AppError } from '@sluice/errors';

/** The user whose values a template may contain. */
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

/** A value must not end a field or be invisible in it. */
const controlCharacters = /\p{Cc}/u;
const MAX_VALUE_LENGTH = 1024;

/** Fields that contain SQL. A value there must not start or end any token. */
const sqlFields = new Set(['preQueryStatements']);
const plainWord = /^[\p{L}\p{M}\p{N}_.@+-]*$/u;
const plainWords = /^[\p{L}\p{M}\p{N}_.@+ -]*$/u;

/**
 * Replaces `{{user.id}}`, `{{user.email}}`, `{{user.name}}`, `{{user.role}}` and
 * `{{user.data.<name>}}` in every string of a connection's data. It is a lookup of own properties in one pass, so a value
 * that looks like a template stays text.
 *
 * In an SQL field a value may contain letters, digits and `_ . @ + -`, and spaces between quotes. A user name cannot
 * inject SQL.
 *
 * @throws AppError `template` (400) for an unknown or missing value: an empty text in its place could select another
 * user's database.
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
    throw failure(field, 'has a malformed template. Write it as {{user.email}}');
  }
  const isSql = sqlFields.has(field);
  let isQuoted = false;
  let seenTo = 0;
  return text.replace(placeholder, (_, expression: string, at: number) => {
    const value = lookUp(expression.trim(), field, user);
    if (!isSql) return value;
    // A doubled quote toggles twice and so changes nothing.
    for (; seenTo < at; seenTo++) if (text[seenTo] === "'") isQuoted = !isQuoted;
    if ((isQuoted ? plainWords : plainWord).test(value) && !value.includes('--')) return value;
    throw failure(field, `cannot use the value of {{${expression.trim()}}} in SQL`);
  });
}

function lookUp(expression: string, field: string, user: TemplateUser): string {
  const value = userValue(expression, user);
  if (value === undefined)
    throw failure(field, `has an unknown template variable {{${expression.slice(0, 80)}}}`);
  if (value === null || value === '') {
    throw failure(field, `needs {{${expression}}}, which this user does not have`);
  }
  if (value.length > MAX_VALUE_LENGTH || controlCharacters.test(value)) {
    throw failure(field, `cannot use the value of {{${expression}}}`);
  }
  return value;
}

/**
 * The value of an expression such as `user.email` or `user.data.team`. Undefined: unknown expression. Null: this user has
 * no value for it.
 */
export function userValue(expression: string, user: TemplateUser): string | null | undefined {
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
