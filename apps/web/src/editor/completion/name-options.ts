import { quoteName } from '../../schema/quote-name.js';
import { bestMatches } from './best-matches.js';
import type { Namespace } from './catalog.js';
import type { Ranked } from './ranking.js';

/** More tables than a user would scroll through. */
export const MAX_TABLES = 300;

interface NameContext {
  dialectName: string | undefined;
}

/** A statement and its dialect. */
export interface StatementContext extends NameContext {
  /** The unquoted words of the statement. */
  words: ReadonlySet<string>;
}

/** Returns a name that the statement defines, such as an alias, as the statement writes it. */
export const ownName = (name: string, { words, dialectName }: StatementContext): string =>
  words.has(name) ? name : quoteName(name, dialectName);

/** Returns a completion for a name that the statement defines. */
export function ownNameOption(
  name: string,
  context: StatementContext,
  detail: string,
): Pick<Ranked, 'label' | 'apply' | 'detail'> {
  const apply = ownName(name, context);
  return { label: name, ...(apply !== name && { apply }), ...(detail !== '' && { detail }) };
}

/** Returns a completion that inserts a name, quoted if necessary. */
export function nameOption(
  name: string,
  { dialectName }: NameContext,
  detail: string,
): Pick<Ranked, 'label' | 'apply' | 'detail'> {
  const apply = quoteName(name, dialectName);
  return { label: name, ...(apply !== name && { apply }), ...(detail !== '' && { detail }) };
}

/** Returns the tables of a schema that match the typed text. */
export function tablesIn(
  { name: schema, candidates }: Namespace,
  typed: string,
  context: NameContext,
  group: number,
  isQualified: boolean,
): Ranked[] {
  const quoted = (name: string): string => quoteName(name, context.dialectName);
  return bestMatches(candidates, typed, MAX_TABLES).map(({ label, detail = '' }) => ({
    ...nameOption(label, context, isQualified ? `${schema ?? ''} · ${detail}` : detail),
    ...(isQualified && schema !== null && { apply: `${quoted(schema)}.${quoted(label)}` }),
    group,
    use: 0,
  }));
}
