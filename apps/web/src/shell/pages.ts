import type { CurrentUser } from '@sluice/contracts';
import type { IconName } from '../ui/icon.js';

/** An entry of the navigation. */
export interface PageEntry {
  /** The path. */
  to: string;
  label: string;
  icon: IconName;
}

const pages: PageEntry[] = [
  { to: '/queries/new', label: 'Editor', icon: 'editor' },
  { to: '/queries', label: 'Queries', icon: 'queries' },
  { to: '/history', label: 'History', icon: 'history' },
];

const adminPages: PageEntry[] = [{ to: '/admin', label: 'Admin', icon: 'settings' }];

/** Returns the navigation entries that a role can open. */
export const pagesOf = (role: CurrentUser['role']): PageEntry[] =>
  role === 'admin' ? [...pages, ...adminPages] : pages;

/** Returns the navigation entry of a page. The editor has the address of its open query. */
export function navigationEntryOf(path: string): string {
  if (path.startsWith('/queries/')) return '/queries/new';
  if (path === '/shared') return '/history';
  return path.startsWith('/admin/') ? '/admin' : path;
}
