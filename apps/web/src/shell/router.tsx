import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  redirect,
} from '@tanstack/react-router';
import { mountPath } from '../http/client.js';
import { queryClient, reads } from '../http/reads.js';
import { readQueryListSearch } from '../queries/query-list-search.js';
import { ErrorPage } from './error-page.js';
import { NotFoundPage } from './not-found-page.js';
import { Shell } from './shell.js';

const root = createRootRoute({
  errorComponent: ({ error }) => <ErrorPage error={error} />,
  notFoundComponent: NotFoundPage,
});

/** The pages that require sign-in. Sign-in returns to the requested page. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }) => {
    const { currentUser } = await queryClient.query({ ...reads.app, staleTime: 'static' });
    if (currentUser === undefined) {
      redirect({ to: '/signin', search: { next: location.href }, throw: true });
    }
  },
});

const signInPages = () => import('../sign-in/index.js');
const signInRoute = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: (search: Record<string, unknown>): { next?: string; error?: string } => ({
    ...(typeof search['next'] === 'string' && { next: search['next'] }),
    ...(typeof search['error'] === 'string' && { error: search['error'] }),
  }),
  component: lazyRouteComponent(signInPages, 'SignInPage'),
});
const signUpRoute = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: lazyRouteComponent(signInPages, 'SignUpPage'),
});
const passwordResetRoute = createRoute({
  getParentRoute: () => root,
  path: '/password-reset/$resetId',
  component: lazyRouteComponent(signInPages, 'PasswordResetPage'),
});

const publicLinkRoute = createRoute({
  getParentRoute: () => root,
  path: '/share/$token',
  component: lazyRouteComponent(() => import('../public-link/link-page.js'), 'LinkPage'),
});

const homePage = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: () => <Navigate to="/queries/$queryId" params={{ queryId: 'new' }} replace />,
});
const editor = createRoute({
  getParentRoute: () => signedIn,
  path: '/queries/$queryId',
  component: lazyRouteComponent(() => import('../editor/editor-page.js'), 'EditorPage'),
});
const queryList = createRoute({
  getParentRoute: () => signedIn,
  path: '/queries',
  validateSearch: readQueryListSearch,
  component: lazyRouteComponent(() => import('../queries/query-list-page.js'), 'QueryListPage'),
});
const historyPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/history',
  validateSearch: (search: Record<string, unknown>): { filter?: string } =>
    typeof search['filter'] === 'string' ? { filter: search['filter'] } : {},
  component: lazyRouteComponent(() => import('../history/history-page.js'), 'HistoryPage'),
});
const sharedPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/shared',
  component: lazyRouteComponent(() => import('../history/shared-page.js'), 'SharedPage'),
});
const runPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/run/$queryId',
  component: lazyRouteComponent(() => import('../run-query/run-page.js'), 'RunPage'),
});
const lastRunPages = () => import('../queries/last-run-page.js');
const queryTable = createRoute({
  getParentRoute: () => signedIn,
  path: '/query-table/$queryId',
  component: lazyRouteComponent(lastRunPages, 'QueryTablePage'),
});
const queryChart = createRoute({
  getParentRoute: () => signedIn,
  path: '/query-chart/$queryId',
  component: lazyRouteComponent(lastRunPages, 'QueryChartPage'),
});
const batchPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/batches/$batchId',
  component: lazyRouteComponent(() => import('../history/batch-page.js'), 'BatchPage'),
});

const comparePage = createRoute({
  getParentRoute: () => signedIn,
  path: '/compare',
  validateSearch: (search: Record<string, unknown>): { before: string; after: string } => ({
    before: typeof search['before'] === 'string' ? search['before'] : '',
    after: typeof search['after'] === 'string' ? search['after'] : '',
  }),
  component: lazyRouteComponent(() => import('../compare/compare-page.js'), 'ComparePage'),
});

const adminHome = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  component: () => <Navigate to="/admin/$section" params={{ section: 'connections' }} replace />,
});
const adminPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/$section',
  component: lazyRouteComponent(() => import('../admin/admin-page.js'), 'AdminPage'),
});
const profilePage = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: lazyRouteComponent(() => import('../profile/profile-page.js'), 'ProfilePage'),
});

/** The routes of the application. */
export const router = createRouter({
  routeTree: root.addChildren([
    signInRoute,
    signUpRoute,
    passwordResetRoute,
    publicLinkRoute,
    signedIn.addChildren([
      homePage,
      editor,
      queryList,
      historyPage,
      sharedPage,
      runPage,
      queryTable,
      queryChart,
      batchPage,
      comparePage,
      adminHome,
      adminPage,
      profilePage,
    ]),
  ]),
  basepath: mountPath === '' ? '/' : mountPath,
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
