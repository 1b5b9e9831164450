import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onSignedOut } from '../http/client.js';
import { reads } from '../http/reads.js';
import { Header } from './header.js';
import { Overlays } from './overlays.js';

/** The frame of every page for signed-in users. */
export function Shell() {
  useSignInWhenSessionEnds();
  return (
    <div className="shell">
      <Header />
      <main>
        <Outlet />
      </main>
      <Overlays />
    </div>
  );
}

/** Opens the sign-in page when the session has ended. Sign-in returns to the current page. */
function useSignInWhenSessionEnds(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const href = useRouterState({ select: (state) => state.location.href });
  useEffect(
    () =>
      onSignedOut(() => {
        client.removeQueries({ queryKey: reads.app.queryKey });
        void navigate({ to: '/signin', search: { next: href } });
      }),
    [client, navigate, href],
  );
}
