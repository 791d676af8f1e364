import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { ComposerHost } from '~/features/composer/composer-host.tsx';
import { currentSession, onboardingStageOf } from '~/lib/session.ts';
import { type Need, pathWithin, whereTo } from '~/lib/where-to.ts';
import { LoadingExperience } from './shell/loading-experience.tsx';
import { WentWrong } from './shell/went-wrong.tsx';
// Read early for what it does: the provider's token leaves the address bar before anything else happens.
import '~/lib/oauth-answer.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Whom the screen is made for; left out: everybody. See lib/where-to.ts. */
    need?: Need;
    /** What the window is called; null: the page names it after what it shows. */
    title?: string | null;
  }
  /** What a page is told by the one before it. It stays with the tab's own history: no address shows it, no storage keeps it. */
  interface HistoryState {
    /** The page somebody was sent away from to /login. */
    wanted?: string;
    /** What became of the verification link that a guest followed. */
    verification?: string;
    /** The address a newcomer registered who may not come in before it is verified. */
    awaiting?: string;
    /** The parts of the mailed link that sets a new password. */
    reset?: { token: string; email: string };
  }
}

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <ComposerHost />
    </>
  ),
  notFoundComponent: lazyRouteComponent(() => import('~/pages/not-found-page.tsx'), 'NotFoundPage'),
  // The one guard. It runs again whenever the session changes.
  beforeLoad: ({ matches, location }) => {
    const need = matches.findLast(({ staticData }) => staticData.need)?.staticData.need;
    const to = whereTo(need, onboardingStageOf(currentSession()));
    if (to === null) return;
    const wanted = pathWithin(location.state.wanted);
    if (to === '/feed' && wanted !== null) throw redirect({ href: wanted, replace: true });
    if (to !== '/login') throw redirect({ to, replace: true });
    const verification = need === 'session' ? new URLSearchParams(location.searchStr).get('status') : null;
    throw redirect({
      to,
      replace: true,
      state: { ...(need === 'onboarded' && { wanted: location.href }), ...(verification !== null && { verification }) },
    });
  },
});

/** Everything inside the house: rail, header, bar. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('~/shell/shell.tsx'), 'Shell'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { need: 'guest', title: 'Sign in' },
  component: lazyRouteComponent(() => import('~/pages/login-page.tsx'), 'LoginPage'),
});
const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  staticData: { need: 'guest', title: 'Create an Account' },
  component: lazyRouteComponent(() => import('~/pages/register-page.tsx'), 'RegisterPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  staticData: { title: 'Forgot your password' },
  component: lazyRouteComponent(() => import('~/pages/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { title: 'Choose a new password' },
  // The link's secret leaves the address bar before anything else happens.
  beforeLoad: ({ location: { searchStr } }) => {
    if (searchStr === '') return;
    // Read as it was mailed: the router takes a token of digits for a number.
    const mailed = new URLSearchParams(window.location.search);
    const reset = { token: mailed.get('token') ?? '', email: mailed.get('email') ?? '' };
    throw redirect({ to: '/reset-password', search: {}, replace: true, state: { reset } });
  },
  component: lazyRouteComponent(() => import('~/pages/reset-password-page.tsx'), 'ResetPasswordPage'),
});
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  staticData: { need: 'session', title: 'Verify your email' },
  validateSearch: statusOf,
  component: lazyRouteComponent(() => import('~/pages/verify-email-page.tsx'), 'VerifyEmailPage'),
});
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  staticData: { title: 'Your new address' },
  validateSearch: statusOf,
  component: lazyRouteComponent(() => import('~/pages/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});
const oauthCallback = createRoute({
  getParentRoute: () => root,
  path: '/oauth/callback',
  staticData: { title: 'Completing Sign In' },
  component: lazyRouteComponent(() => import('~/pages/oauth-callback-page.tsx'), 'OauthCallbackPage'),
});
const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  staticData: { need: 'verified', title: 'Welcome' },
  component: lazyRouteComponent(() => import('~/pages/onboarding-page.tsx'), 'OnboardingPage'),
});

const feedPage = lazyRouteComponent(() => import('~/pages/feed-page.tsx'), 'FeedPage');
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  staticData: { need: 'onboarded', title: 'Community Showcase' },
  validateSearch: feedTab,
  component: feedPage,
});
const feed = createRoute({
  getParentRoute: () => shell,
  path: '/feed',
  staticData: { need: 'onboarded', title: 'Community Showcase' },
  validateSearch: feedTab,
  component: feedPage,
});
const post = createRoute({
  getParentRoute: () => shell,
  path: '/post/$id',
  staticData: { need: 'onboarded', title: null },
  component: lazyRouteComponent(() => import('~/pages/post-page.tsx'), 'PostPage'),
});
const discover = createRoute({
  getParentRoute: () => shell,
  path: '/discover',
  staticData: { need: 'onboarded', title: 'Discover' },
  validateSearch: ({ q, category }: Record<string, unknown>): { q?: string; category?: string } => ({
    ...(q !== undefined && { q: asTyped(q) }),
    ...(category !== undefined && { category: asTyped(category) }),
  }),
  component: lazyRouteComponent(() => import('~/pages/discover-page.tsx'), 'DiscoverPage'),
});
const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  staticData: { need: 'onboarded', title: 'My Profile' },
  validateSearch: inGallery,
  component: lazyRouteComponent(() => import('~/pages/profile-page.tsx'), 'ProfilePage'),
});
const user = createRoute({
  getParentRoute: () => shell,
  path: '/user/$username',
  staticData: { title: null },
  validateSearch: inGallery,
  component: lazyRouteComponent(() => import('~/pages/user-page.tsx'), 'UserPage'),
});
const users = createRoute({
  getParentRoute: () => shell,
  path: '/users',
  staticData: { need: 'onboarded', title: 'Discover Users' },
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => (q === undefined ? {} : { q: asTyped(q) }),
  component: lazyRouteComponent(() => import('~/pages/users-page.tsx'), 'UsersPage'),
});
const connections = createRoute({
  getParentRoute: () => shell,
  path: '/connections',
  staticData: { need: 'onboarded', title: 'My Connections' },
  validateSearch: anyTab,
  component: lazyRouteComponent(() => import('~/pages/connections-page.tsx'), 'ConnectionsPage'),
});
const notifications = createRoute({
  getParentRoute: () => shell,
  path: '/notifications',
  staticData: { need: 'onboarded', title: 'Notifications' },
  component: lazyRouteComponent(() => import('~/pages/notifications-page.tsx'), 'NotificationsPage'),
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  staticData: { need: 'onboarded', title: 'Forum Settings' },
  validateSearch: anyTab,
  component: lazyRouteComponent(() => import('~/pages/settings-page.tsx'), 'SettingsPage'),
});
const plans = createRoute({
  getParentRoute: () => shell,
  path: '/plans',
  staticData: { title: 'Plans' },
  component: lazyRouteComponent(() => import('~/pages/plans-page.tsx'), 'PlansPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    register,
    forgotPassword,
    resetPassword,
    verifyEmail,
    confirmEmail,
    oauthCallback,
    onboarding,
    shell.addChildren([home, feed, post, discover, profile, user, users, connections, notifications, settings, plans]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: WentWrong,
  // While a screen's code is on its way.
  defaultPendingComponent: LoadingExperience,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});

function anyTab({ tab }: Record<string, unknown>): { tab?: string } {
  return typeof tab === 'string' ? { tab } : {};
}

/** Which of the feed's lists; none: the latest. */
function feedTab({ tab }: Record<string, unknown>): { tab?: 'trending' | 'following' } {
  return tab === 'trending' || tab === 'following' ? { tab } : {};
}

/** Which of a member's photos, and, to themselves, with whose eyes. */
function inGallery({ category, as }: Record<string, unknown>): { category?: string; as?: 'visitor' | 'member' | 'follower' } {
  return {
    ...(category !== undefined && { category: asTyped(category) }),
    ...((as === 'visitor' || as === 'member' || as === 'follower') && { as }),
  };
}

/** What the router took for a number or a truth value are words that somebody looks for. */
const asTyped = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** How a followed link ended, as the server's redirect tells it. */
function statusOf(search: Record<string, unknown>): { status?: string } {
  return typeof search['status'] === 'string' ? { status: search['status'] } : {};
}
