/** Pages for users who are not signed in. */
export const publicPages = ['/signin', '/signup', '/password-reset/a-link'];

/** Every page of a signed-in administrator; with a saved query and a batch. */
export const privatePages = (queryId: string, batchId: string): string[] => [
  '/queries/new',
  '/queries',
  '/history',
  `/batches/${batchId}`,
  `/query-table/${queryId}`,
  `/query-chart/${queryId}`,
  '/admin/connections',
  '/admin/access',
  '/admin/users',
  '/admin/service-tokens',
  '/admin/workers',
  '/admin/audit',
  '/profile',
  '/unknown',
];

/** The pages of every dialog, and the buttons that open them; with a saved query. */
export const dialogs = (queryId: string): { path: string; button: string }[] => [
  { path: '/queries/new', button: 'Keyboard shortcuts' },
  { path: '/queries/new', button: 'Search or run a command' },
  { path: '/queries/new', button: 'Properties' },
  { path: `/queries/${queryId}`, button: 'Versions' },
  { path: '/admin/connections', button: 'Add connection' },
  { path: '/admin/access', button: 'Grant access' },
  { path: '/admin/users', button: 'Add user' },
  { path: '/admin/service-tokens', button: 'Create token' },
];
