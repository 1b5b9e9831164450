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

/** A directory entry whose password was verified. */
export interface DirectoryUser {
  dn: string;
  /** The user name as spelled in the directory. */
  name: string;
  email: string | null;
  fullName: string | null;
  /** Determined by the role filters; null when none matches. */
  role: Role | null;
}

/** Options of {@link createDirectory}. */
export interface DirectoryOptions extends DirectoryAddress {
  searchBase: string;
  searchFilter: FilterTemplate;
  /** Admin takes precedence over editor. */
  roleFilters: Partial<Record<Role, FilterTemplate>>;
  /** The account that searches; null: an anonymous search. */
  account: { dn: string; password: string } | null;
}

/** Verifies user names and passwords. */
export interface Directory {
  /**
   * Returns null when the user is unknown or ambiguous, or the password is wrong.
   *
   * @throws AppError 503 `directory_away`, or `busy` when too many sign-ins are in progress
   */
  check(username: string, password: string): Promise<DirectoryUser | null>;
}

const MAX_NAME_LENGTH = 256;
/** Each check uses two connections, so the limit also protects the directory. */
const MAX_CONCURRENT = 32;

/**
 * Uses fresh connections for each check: one of the account that searches, one that verifies the
 * password.
 */
export function createDirectory(options: DirectoryOptions): Directory {
  let running = 0;
  return {
    check: async (username, password) => {
      // A server may accept a bind with an empty password as anonymous and report success.
      if (!isName(username) || password.trim() === '') return null;
      if (running >= MAX_CONCURRENT) {
        throw new AppError('busy', 503, 'Too many concurrent sign-ins. Retry in a moment.', {
          retryAfterSeconds: 2,
        });
      }
      running += 1;
      try {
        return await withConnection(options, (client) => find(options, client, username, password));
      } catch (error) {
        throw new AppError('directory_away', 503, 'The directory does not respond. Retry later.', {
          retryAfterSeconds: 5,
          cause: error,
        });
      } finally {
        running -= 1;
      }
    },
  };
}

/**
 * Directories treat some spellings of a name as equal, for example with invisible characters. Each
 * spelling would have its own count of failures, so only the plain one is accepted.
 */
const isName = (name: string): boolean =>
  name !== '' &&
  name.length <= MAX_NAME_LENGTH &&
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
  // An unknown user takes the same steps: this DN matches no entry.
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

/** Responses of directories to a wrong password, or to an account that must not be used now. */
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

/** Checks one entry in the directory. No value of the entry becomes part of a filter. */
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
    // The entry was just deleted, or the account may not see it.
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
