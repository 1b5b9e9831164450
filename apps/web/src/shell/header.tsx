import { Group, NavLink, Text } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { mountPath } from '../http/client.js';
import { useCurrentUser } from '../http/reads.js';
import { UserMenu } from './user-menu.js';

const pages = [
  { to: '/queries/new', label: 'Editor' },
  { to: '/queries', label: 'Queries' },
  { to: '/history', label: 'History' },
] as const;

const adminPages = [{ to: '/admin', label: 'Admin' }] as const;

/** The navigation bar. */
export function Header() {
  const { role } = useCurrentUser();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const active = navigationEntryOf(path);
  return (
    <header className="bar">
      <img src={`${mountPath}/favicon.svg`} alt="" width={22} height={22} />
      <Text fw={700} component="span" className="app-name">
        Sluice
      </Text>
      <nav aria-label="Pages">
        <Group gap={2}>
          {[...pages, ...(role === 'admin' ? adminPages : [])].map(({ to, label }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              activeOptions={{ exact: true }}
              active={to === active}
              label={label}
              w="auto"
              py={4}
              px={8}
            />
          ))}
        </Group>
      </nav>
      <div className="grow" />
      <UserMenu />
    </header>
  );
}

/** Returns the navigation entry of a page. The editor has the address of its open query. */
function navigationEntryOf(path: string): string {
  if (path.startsWith('/queries/')) return '/queries/new';
  return path.startsWith('/admin/') ? '/admin' : path;
}
