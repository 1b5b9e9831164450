import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCurrentUser } from '../http/reads.js';
import { Icon } from '../ui/icon.js';
import { openOverlay } from '../ui/overlays.js';
import { signOut } from './sign-out.js';
import { ThemeMenu } from './theme-menu.js';

/** The menu of the signed-in user: profile, shortcuts, theme and sign-out. */
export function UserMenu() {
  const user = useCurrentUser();
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
        <Menu.Item onClick={() => openOverlay('help')}>Keyboard shortcuts</Menu.Item>
        <Menu.Divider />
        <ThemeMenu />
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
