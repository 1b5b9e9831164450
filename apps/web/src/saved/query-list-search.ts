/** What the list of queries shows, as its address has it. */
export interface QueryListSearch {
  /** `mine` unless given. */
  owner?: 'shared' | 'all';
  connectionId?: string;
  tags?: string[];
  search?: string;
  /** `-updatedAt` unless given. */
  sortBy?: 'updatedAt' | 'name' | '-name';
}

const oneOf = <T extends string>(value: unknown, values: readonly T[]): T | undefined =>
  values.find((each) => each === value);

/** Reads an address that anybody may have written: what it cannot mean is left out. */
export function readQueryListSearch(raw: Record<string, unknown>): QueryListSearch {
  const owner = oneOf(raw['owner'], ['shared', 'all']);
  const sortBy = oneOf(raw['sortBy'], ['updatedAt', 'name', '-name']);
  const { connectionId, search, tags } = raw;
  const tagTexts = Array.isArray(tags) ? tags.map(String).filter((tag) => tag !== '') : [];
  return {
    ...(owner !== undefined && { owner }),
    ...(sortBy !== undefined && { sortBy }),
    ...(typeof connectionId === 'string' && connectionId !== '' && { connectionId }),
    // The router reads a text of digits as a number.
    ...((typeof search === 'string' || typeof search === 'number') &&
      search !== '' && { search: String(search) }),
    ...(tagTexts.length > 0 && { tags: tagTexts }),
  };
}

/** The parameters of `GET /api/queries` that give it. */
export function queryListParameters(shown: QueryListSearch): string {
  const { owner, connectionId, tags, search, sortBy } = shown;
  const parameters = new URLSearchParams();
  if (owner !== 'all') parameters.set('ownedByUser', String(owner === undefined));
  if (connectionId !== undefined) parameters.set('connectionId', connectionId);
  if (search !== undefined) parameters.set('search', search.slice(0, 255));
  for (const tag of tags ?? []) parameters.append('tags', tag);
  parameters.set('sortBy', sortBy ?? '-updatedAt');
  return parameters.toString();
}
