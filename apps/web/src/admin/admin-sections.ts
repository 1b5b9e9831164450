/** The pages for admins, in the order of their navigation. */
export const adminSections = [
  { id: 'connections', label: 'Connections' },
  { id: 'access', label: 'Access' },
  { id: 'users', label: 'Users' },
  { id: 'personal-tokens', label: 'Personal tokens' },
  { id: 'service-tokens', label: 'Service tokens' },
  { id: 'workers', label: 'Workers and queue' },
  { id: 'audit', label: 'Audit log' },
] as const;

/** The last part of the address of a page for admins. */
export type AdminSection = (typeof adminSections)[number]['id'];
