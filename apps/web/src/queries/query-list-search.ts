/** The filters of the query list, as the address holds them. */
export interface QueryListSearch {
  /** Default: `mine`. */
  owner?: 'shared' | 'all';
  connectionId?: string;
  tags?: string[];
  search?: string;
  /** Default: `-updatedAt`. */
  sortBy?: 'updatedAt' | 'name' | '-name';
}

const oneOf = <T extends string>(value: unknown, values: readonly T[]): T | undefined =>
  values.find((each) => each === value);

/** Reads the filters from an address; ignores invalid values. */
export function readQueryListSearch(raw: Record<string, unknown>): QueryListSearch {
  const owner = oneOf(raw['owner'], ['shared', 'all']);
  const sortBy = oneOf(raw['sortBy'], ['updatedAt', 'name', '-name']);
  const { connectionId, search, tags } = raw;
  const tagTexts = Array.isArray(tags) ? tags.map(String).filter((tag) => tag !== '') : [];
  return {
    ...(owner !== undefined && { owner }),
    ...(sortBy !== undefined && { sortBy }),
    ...(typeof connectionId === 'string' && connectionId !== '' && { connectionId }),
    // The router parses a value of digits as a number.
    ...((typeof search === 'string' || typeof search === 'number') &&
      search !== '' && { search: String(search) }),
    ...(tagTexts.length > 0 && { tags: tagTexts }),
  };
}

/** Returns the query parameters of `GET /api/queries` for the filters. */
export function queryListParameters(filters: QueryListSearch): string {
  const { owner, connectionId, tags, search, sortBy } = filters;
  const parameters = new URLSearchParams();
  if (owner !== 'all') parameters.set('ownedByUser', String(owner === undefined));
  if (connectionId !== undefined) parameters.set('connectionId', connectionId);
  if (search !== undefined) parameters.set('search', search.slice(0, 255));
  for (const tag of tags ?? []) parameters.append('tags', tag);
  parameters.set('sortBy', sortBy ?? '-updatedAt');
  return parameters.toString();
}
