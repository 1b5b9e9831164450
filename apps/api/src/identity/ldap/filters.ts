import { AppError } from '@sluice/errors';
import {
  AndFilter,
  ApproximateFilter,
  EqualityFilter,
  ExtensibleFilter,
  Filter,
  FilterParser,
  GreaterThanEqualsFilter,
  LessThanEqualsFilter,
  NotFilter,
  OrFilter,
  SubstringFilter,
} from 'ldapts';

const PLACEHOLDER = '{{username}}';

/** A configured filter in which `{{username}}` is replaced by the user name. */
export interface FilterTemplate {
  /** Returns the filter for a user name, with all characters escaped. */
  for(username: string): Filter;
  /** The attribute that the first `{{username}}` is compared with; undefined when there is none. */
  nameAttribute: string | undefined;
}

/**
 * Parses the filter in the setting `name`. @throws AppError `configuration` when it violates RFC
 * 4515
 */
export function parseFilter(name: string, text: string): FilterTemplate {
  const fill = (username: string): Filter =>
    // A function, because `$` has a meaning in a replacement text.
    FilterParser.parseString(text.replaceAll(PLACEHOLDER, () => Filter.escape(username)));
  try {
    fill('anybody');
    return { for: fill, nameAttribute: attributeOf(FilterParser.parseString(text)) };
  } catch (error) {
    const detail = `${name} is not a valid LDAP filter: ${error instanceof Error ? error.message : ''}`;
    throw new AppError('configuration', 500, detail, { detail, cause: error });
  }
}

/** Returns a filter that matches entries that match both filters. */
export const both = (one: Filter, other: Filter): Filter =>
  new AndFilter({ filters: [one, other] });

/** Depth first, from the left. */
function attributeOf(filter: Filter): string | undefined {
  if (filter instanceof AndFilter || filter instanceof OrFilter) {
    return filter.filters.map(attributeOf).find((attribute) => attribute !== undefined);
  }
  if (filter instanceof NotFilter) return undefined;
  if (filter instanceof SubstringFilter) {
    const parts = [filter.initial, ...filter.any, filter.final];
    return parts.some((part) => part.includes(PLACEHOLDER)) ? filter.attribute : undefined;
  }
  if (filter instanceof ExtensibleFilter) {
    return filter.matchType !== '' && holdsName(filter.value) ? filter.matchType : undefined;
  }
  const compares =
    filter instanceof EqualityFilter ||
    filter instanceof ApproximateFilter ||
    filter instanceof GreaterThanEqualsFilter ||
    filter instanceof LessThanEqualsFilter;
  return compares && holdsName(filter.value) ? filter.attribute : undefined;
}

const holdsName = (value: string | Buffer): boolean => value.includes(PLACEHOLDER);
