import { randomUUID } from 'node:crypto';
import type { Role } from '@sluice/contracts';
import { AppError } from '@sluice/errors';
import {
  ConstraintViolationError,
  InappropriateAuthError,
  InsufficientAccessError,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  UnwillingToPerformError,
  type Client,
  type Entry,
  type Filter,
} from 'ldapts';
import { withConnection, type DirectoryAddress } from './connection.js';
import { firstValue } from './entry.js';
import { both, type FilterTemplate } from './filters.js';

/** What the directory says of somebody whose password was right. */
export interface DirectoryUser {
  dn: string;
  /** The name as the directory spells it. */
  name: string;
  email: string | null;
  fullName: string | null;
  /** By the role filters; null when none matches. */
  role: Role | null;
}

/** Options of {@link createDirectory}. */
export interface DirectoryOptions extends DirectoryAddress {
  searchBase: string;
  searchFilter: FilterTemplate;
  /** Admin wins over editor. */
  roleFilters: Partial<Record<Role, FilterTemplate>>;
  /** Who searches; null: nobody in particular. */
  account: { dn: string; password: string } | null;
}

/** Checks names and passwords. */
export interface Directory {
  /**
   * Null when there is no such user, more than one, or the password is wrong.
   *
   * @throws AppError 503 `directory_away`, or `busy` when too many sign-ins are under way
   */
  check(username: string, password: string): Promise<DirectoryUser | null>;
}

const maxNameLength = 256;
/** Each holds two connections: a flood of sign-ins must not become one of the directory's. */
const maxUnderWay = 32;

/**
 * A directory spoken to over fresh connections for each check: one for the account that searches, one
 * that proves the password.
 */
export function createDirectory(options: DirectoryOptions): Directory {
  let underWay = 0;
  return {
    check: async (username, password) => {
      // A server may take a bind with an empty password for one of nobody, and answer success.
      if (!isName(username) || password.trim() === '') return null;
      if (underWay >= maxUnderWay) {
        throw new AppError('busy', 503, 'Too many sign-ins at the moment', {
          retryAfterSeconds: 2,
        });
      }
      underWay += 1;
      try {
        return await withConnection(options, (client) => find(options, client, username, password));
      } catch (error) {
        throw new AppError('directory_away', 503, 'The directory does not answer; try again', {
          retryAfterSeconds: 5,
          cause: error,
        });
      } finally {
        underWay -= 1;
      }
    },
  };
}

/**
 * Other spellings of a name, such as ones with invisible characters, would each have their own count of
 * failures: directories hold them to be the same.
 */
const isName = (name: string): boolean =>
  name !== '' &&
  name.length <= maxNameLength &&
  !/\p{C}|\p{Default_Ignorable_Code_Point}|\s{2}|[^\S ]/u.test(name) &&
  name.normalize('NFKC') === name;

async function find(
  options: DirectoryOptions,
  client: Client,
  username: string,
  password: string,
): Promise<DirectoryUser | null> {
  const { account, searchBase, searchFilter } = options;
  if (account !== null) await client.bind(account.dn, account.password);
  const wanted = searchFilter.for(username);
  const { searchEntries } = await client.search(searchBase, {
    filter: wanted,
    attributes: attributesFor(searchFilter),
    sizeLimit: 2,
    timeLimit: Math.ceil(options.timeoutMs / 1000),
  });
  const entry = searchEntries.length === 1 ? searchEntries[0] : undefined;
  // An unknown user costs the same steps: the name made up here is nobody's.
  const dn = entry?.dn ?? `cn=${randomUUID()},${searchBase}`;
  const isRight = await withConnection(options, (fresh) => canBind(fresh, dn, password));
  const name = entry && nameOf(entry, searchFilter);
  if (entry === undefined || dn === '' || !isRight || !name) return null;
  const matches = async (role: Role): Promise<boolean> => {
    const filter = options.roleFilters[role];
    return filter !== undefined && isMatch(client, dn, both(wanted, filter.for(username)));
  };
  const role = (await matches('admin')) ? 'admin' : (await matches('editor')) ? 'editor' : null;
  return {
    dn,
    name,
    email: firstValue(entry, 'mail'),
    fullName: firstValue(entry, 'displayName') ?? firstValue(entry, 'cn'),
    role,
  };
}

/** What a directory answers to a password that is not right for the entry, or may not be used now. */
const refusals = [
  InvalidCredentialsError,
  InappropriateAuthError,
  UnwillingToPerformError,
  ConstraintViolationError,
  InsufficientAccessError,
  NoSuchObjectError,
  InvalidDNSyntaxError,
];

async function canBind(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return false;
    throw error;
  }
}

/** Asks the directory about one entry; nothing that the entry holds becomes part of a filter. */
async function isMatch(client: Client, dn: string, filter: Filter): Promise<boolean> {
  try {
    const { searchEntries } = await client.search(dn, {
      scope: 'base',
      filter,
      attributes: ['1.1'],
      sizeLimit: 1,
    });
    return searchEntries.length === 1;
  } catch (error) {
    // Gone since a moment ago, or out of the account's sight.
    if (error instanceof NoSuchObjectError) return false;
    throw error;
  }
}

const usualNames = ['uid', 'sAMAccountName', 'cn'];

const attributesFor = ({ nameAttribute }: FilterTemplate): string[] => [
  ...new Set([nameAttribute ?? 'uid', ...usualNames, 'mail', 'displayName']),
];

const nameOf = (entry: Entry, { nameAttribute }: FilterTemplate): string | null => {
  const attributes = nameAttribute === undefined ? usualNames : [nameAttribute, ...usualNames];
  return attributes.map((each) => firstValue(entry, each)).find((each) => each !== null) ?? null;
};
