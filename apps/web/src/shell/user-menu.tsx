import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { call, mountPath } from '../http/client.js';
import { useCurrentUser } from '../http/reads.js';
import { flushDrafts, startDrafts, stopDrafts } from '../tabs/draft-sync.js';
import { clearStoredWork } from '../ui/browser-storage.js';
import { Icon } from '../ui/icon.js';
import { showError } from '../ui/show-error.js';
import { ThemeMenu } from './theme-menu.js';

const UNSAVED_WARNING =
  'Signing out removes your texts from this browser. Some could not be stored on the server. Sign out anyway?';

/** The menu of the signed-in user: profile, theme and sign-out. */
export function UserMenu() {
  const user = useCurrentUser();
  const signOut = async () => {
    if (!(await flushDrafts()) && !window.confirm(UNSAVED_WARNING)) return;
    stopDrafts();
    try {
      await call('POST', '/api/signout');
    } catch (error) {
      showError(error, 'Sign-out failed');
      startDrafts();
      return;
    }
    clearStoredWork();
    // A full page load clears the memory of this page: another user may sign in next.
    window.location.assign(`${mountPath}/signin`);
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label={user.email}>
          <ActionIcon aria-label={`Account ${user.email}`}>
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
