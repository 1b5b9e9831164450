import { useMantineColorScheme } from '@mantine/core';
import type { QueryListItem } from '@sluice/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { adminSections } from '../../admin/admin-sections.js';
import { call } from '../../http/client.js';
import { queryClient, reads, useConnection, useCurrentUser } from '../../http/reads.js';
import { namespacesOf } from '../../schema/namespaces.js';
import { quoteName } from '../../schema/quote-name.js';
import { activeTab, openTab } from '../../tabs/tabs.js';
import { colorSchemes } from '../../ui/color-schemes.js';
import { openOverlay } from '../../ui/overlays.js';
import { pagesOf } from '../pages.js';
import { signOut } from '../sign-out.js';
import { matchingGroups, type PaletteGroup, type PaletteItem } from './palette-items.js';

const MAX_ITEMS = 8;

/** Returns the entries that match a search: pages, actions, saved queries, and tables of the active tab. */
export function usePaletteGroups(search: string): PaletteGroup[] {
  const pages = usePages();
  const actions = useActions();
  const queries = useQueries(search.trim());
  const tables = useTables(search.trim());
  const found = matchingGroups(
    [
      { label: 'Pages', items: pages },
      { label: 'Actions', items: actions },
    ],
    search,
    MAX_ITEMS,
  );
  // The service has searched the text of the queries too, so their labels need not match.
  return [
    ...found,
    { label: 'Queries', items: queries },
    { label: 'Tables', items: tables },
  ].filter(({ items }) => items.length > 0);
}

function usePages(): PaletteItem[] {
  const navigate = useNavigate();
  const { role } = useCurrentUser();
  const sections: PaletteItem[] = adminSections.map(({ id: section, label }) => ({
    id: `admin ${section}`,
    label,
    detail: 'Admin',
    icon: 'settings',
    run: () => void navigate({ to: '/admin/$section', params: { section } }),
  }));
  return [
    ...pagesOf(role)
      .filter(({ to }) => to !== '/admin')
      .map(({ to, label, icon }): PaletteItem => ({
        id: to,
        label,
        icon,
        run: () => void navigate({ to }),
      })),
    { id: 'profile', label: 'Profile', icon: 'user', run: () => void navigate({ to: '/profile' }) },
    ...(role === 'admin' ? sections : []),
  ];
}

function useActions(): PaletteItem[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const newQuery = (): void => {
    openTab();
    void navigate({ to: '/queries/$queryId', params: { queryId: 'new' } });
  };
  return [
    { id: 'new', label: 'New query', icon: 'plus', run: newQuery },
    { id: 'runs', label: 'Runs', icon: 'runs', run: () => openOverlay('runs') },
    {
      id: 'help',
      label: 'Keyboard shortcuts',
      icon: 'help',
      run: () => openOverlay('help'),
    },
    ...colorSchemes.map(({ value, label }): PaletteItem => ({
      id: `theme ${value}`,
      label: `Theme: ${label}`,
      icon: 'view',
      run: () => setColorScheme(value),
    })),
    { id: 'sign-out', label: 'Sign out', icon: 'user', run: () => void signOut() },
  ];
}

/** Searches the saved queries that the user can read. */
function useQueries(search: string): PaletteItem[] {
  const navigate = useNavigate();
  const { data = [] } = useQuery({
    queryKey: ['queries', 'palette', search],
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({ limit: String(MAX_ITEMS), sortBy: '-updatedAt' });
      if (search !== '') parameters.set('search', search);
      return call<QueryListItem[]>('GET', `/api/queries?${parameters}`, { signal });
    },
    placeholderData: keepPreviousData,
  });
  return data.map(({ id, name, connection }) => ({
    id: `query ${id}`,
    label: name,
    ...(connection != null && { detail: connection.name }),
    icon: 'queries',
    run: () => void navigate({ to: '/queries/$queryId', params: { queryId: id } }),
  }));
}

/** Searches the tables of the active tab's connection, if its schema is loaded. */
function useTables(search: string): PaletteItem[] {
  const navigate = useNavigate();
  const { connectionId } = activeTab();
  const connection = useConnection(connectionId);
  const schema = queryClient.getQueryData(reads.schema(connectionId ?? '').queryKey);
  const drivers = queryClient.getQueryData(reads.drivers.queryKey);
  if (search === '' || schema === undefined || connection === undefined) return [];
  const dialect = drivers?.find(({ id }) => id === connection.driver)?.dialect;
  const needle = search.toLowerCase();
  const found: PaletteItem[] = [];
  for (const { name: namespace, tables } of namespacesOf(schema)) {
    for (const { name } of tables) {
      const path = namespace === null ? [name] : [namespace, name];
      if (!path.join('.').toLowerCase().includes(needle)) continue;
      const quoted = path.map((part) => quoteName(part, dialect)).join('.');
      found.push({
        id: `table ${path.join('\n')}`,
        label: path.join('.'),
        detail: connection.name,
        icon: 'table',
        run: () => {
          openTab({ text: `select *\nfrom ${quoted}\nlimit 100`, connectionId });
          void navigate({ to: '/queries/$queryId', params: { queryId: 'new' } });
        },
      });
      if (found.length === MAX_ITEMS) return found;
    }
  }
  return found;
}
