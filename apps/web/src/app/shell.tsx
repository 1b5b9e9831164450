import { ActionIcon, Group, Menu, NavLink, Text, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call, mountPath, onSignedOut } from '../api/client.js';
import { reads, useCurrentUser } from '../api/queries.js';
import { keepsUnsavedText } from '../workbench/kept-tabs.js';
import { Icon } from './icon.js';
import { forgetWork } from './stored.js';
import { ThemeMenu } from './theme-menu.js';

/** What stands around every page of somebody who is signed in. */
export function Shell() {
  useSignInWhenSessionEnds();
  return (
    <div className="column fill">
      <Header />
      <main className="grow">
        <Outlet />
      </main>
    </div>
  );
}

const pages = [
  { to: '/queries/new', label: 'Editor' },
  { to: '/queries', label: 'Queries' },
  { to: '/history', label: 'History' },
] as const;

const adminPages = [{ to: '/admin', label: 'Admin' }] as const;

function Header() {
  const { role } = useCurrentUser();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const shown = entryOf(path);
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
              active={to === shown}
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

/** The entry that a page belongs to: the editor's address is that of the query which is open in it. */
function entryOf(path: string): string {
  if (path.startsWith('/queries/')) return '/queries/new';
  return path.startsWith('/admin/') ? '/admin' : path;
}

const losesTexts =
  'Signing out removes your texts from this browser, and some are not saved. Sign out all the same?';

function UserMenu() {
  const user = useCurrentUser();
  const signOut = async () => {
    if (keepsUnsavedText() && !window.confirm(losesTexts)) return;
    await call('POST', '/api/signout');
    forgetWork();
    // A new page, so that nothing is left of this one: whoever comes next may be somebody else.
    window.location.assign(`${mountPath}/signin`);
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label={user.email}>
          <ActionIcon aria-label={`Account of ${user.email}`}>
            <Icon name="user" />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.name ?? user.email} ({user.role})
        </Menu.Label>
        <Menu.Item component={Link} to="/profile">
          Profile
        </Menu.Item>
        <Menu.Divider />
        <ThemeMenu />
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A session that has ended leads to signing in, and from there back to this page. */
function useSignInWhenSessionEnds(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const here = useRouterState({ select: (state) => state.location.href });
  useEffect(
    () =>
      onSignedOut(() => {
        client.removeQueries({ queryKey: reads.app.queryKey });
        void navigate({ to: '/signin', search: { next: here } });
      }),
    [client, navigate, here],
  );
}
