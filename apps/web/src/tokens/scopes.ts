import type { TokenScope } from '@sluice/contracts';

/** A scope as a choice of the form. */
export interface ScopeChoice {
  scope: TokenScope;
  label: string;
  description: string;
}

/** The scopes of a personal token, in the order of the form. */
export const scopeChoices: readonly ScopeChoice[] = [
  {
    scope: 'schema:read',
    label: 'Read schemas',
    description: 'List connections, tables and columns.',
  },
  { scope: 'sql:run', label: 'Run SQL', description: 'Submit and cancel runs.' },
  {
    scope: 'results:read',
    label: 'Read results',
    description: 'Read runs, results, downloads and the history.',
  },
  {
    scope: 'queries:read',
    label: 'Read saved queries',
    description: 'List and read saved queries.',
  },
  {
    scope: 'queries:write',
    label: 'Write saved queries',
    description: 'Create, change and delete saved queries.',
  },
  {
    scope: 'admin',
    label: 'Administer',
    description: 'Users, connections, access, workers and the audit log.',
  },
];

/** The scopes of a new token: running SQL and reading its results. */
export const initialScopes: TokenScope[] = ['schema:read', 'sql:run', 'results:read'];
