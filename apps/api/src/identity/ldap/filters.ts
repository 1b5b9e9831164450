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

const placeholder = '{{username}}';

/** A filter of the settings, in which `{{username}}` stands for the name that somebody gives. */
export interface FilterTemplate {
  /** The filter for one name, whatever characters that holds. */
  for(username: string): Filter;
  /** The attribute that the first `{{username}}` is compared with; undefined when there is none. */
  nameAttribute: string | undefined;
}

/** Parses the setting `name`. @throws AppError `configuration` when it is no filter (RFC 4515). */
export function parseFilter(name: string, text: string): FilterTemplate {
  const fill = (username: string): Filter =>
    // A function, since `$` means something in a text that replaces.
    FilterParser.parseString(text.replaceAll(placeholder, () => Filter.escape(username)));
  try {
    fill('anybody');
    return { for: fill, nameAttribute: attributeOf(FilterParser.parseString(text)) };
  } catch (error) {
    const detail = `${name} is no LDAP filter: ${error instanceof Error ? error.message : ''}`;
    throw new AppError('configuration', 500, detail, { detail, cause: error });
  }
}

/** An entry that both match. */
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
    return parts.some((part) => part.includes(placeholder)) ? filter.attribute : undefined;
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

const holdsName = (value: string | Buffer): boolean => value.includes(placeholder);
