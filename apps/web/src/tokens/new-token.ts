import type { CreatePersonalToken, TokenScope } from '@sluice/contracts';
import { initialScopes } from './scopes.js';

/** The values of the form for a new token. */
export interface NewToken {
  name: string;
  scopes: TokenScope[];
  /** Empty: all connections. */
  connectionIds: string[];
  readOnly: boolean;
  /** Seconds as text; 0: it does not expire. */
  lifetime: string;
  /** Empty: no limit. */
  maxConcurrency: number | '';
  /** Empty: no limit. */
  maxRows: number | '';
}

const NINETY_DAYS = 90 * 24 * 3_600;

/** Returns the values of an empty form. The safe choices are preselected. */
export const emptyToken = (): NewToken => ({
  name: '',
  scopes: initialScopes,
  connectionIds: [],
  readOnly: true,
  lifetime: String(NINETY_DAYS),
  maxConcurrency: '',
  maxRows: '',
});

/** Returns the request for a token. The scope `admin` includes all connections. */
export function tokenRequest(values: NewToken): CreatePersonalToken {
  const { name, scopes, connectionIds, readOnly, lifetime, maxConcurrency, maxRows } = values;
  const isNarrowed = connectionIds.length > 0 && !scopes.includes('admin');
  return {
    name: name.trim(),
    scopes,
    readOnly,
    connectionIds: isNarrowed ? connectionIds : null,
    expiresInSeconds: lifetime === '0' ? null : Number(lifetime),
    maxConcurrency: maxConcurrency === '' ? null : maxConcurrency,
    maxRows: maxRows === '' ? null : maxRows,
  };
}
