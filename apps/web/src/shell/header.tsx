import './header.css';
import { Link, useRouterState } from '@tanstack/react-router';
import { mountPath } from '../http/client.js';
import { useCurrentUser } from '../http/reads.js';
import { RunsTray } from '../runs/tray.js';
import { Icon } from '../ui/icon.js';
import { Keys } from '../ui/keys.js';
import { keyNames } from '../ui/key-names.js';
import { openOverlay } from '../ui/overlays.js';
import { navigationEntryOf, pagesOf } from './pages.js';
import { UserMenu } from './user-menu.js';

/** The header: navigation, search and account. On a phone the navigation is at the bottom of the window. */
export function Header() {
  const { role } = useCurrentUser();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const current = navigationEntryOf(path);
  return (
    <header className="header">
      <span className="brand">
        <img src={`${mountPath}/favicon.svg`} alt="" width={20} height={20} />
        <span className="brand-name">Sluice</span>
      </span>
      <nav aria-label="Pages" className="pages">
        {pagesOf(role).map(({ to, label, icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true }}
            data-current={to === current ? '' : undefined}
          >
            <Icon name={icon} />
            {label}
          </Link>
        ))}
      </nav>
      <div className="grow" />
      <button type="button" className="search-button" onClick={() => openOverlay('palette')}>
        <Icon name="search" size={14} />
        <span className="visually-hidden">Search or run a command</span>
        <span aria-hidden="true">Search</span>
        <span aria-hidden="true">
          <Keys keys={`${keyNames().mod} + K`} />
        </span>
      </button>
      <RunsTray />
      <UserMenu />
    </header>
  );
}
