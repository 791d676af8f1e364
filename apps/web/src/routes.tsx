import * as titles from '@mbari/words/shell';
import { createRootRoute, createRoute, createRouter, Outlet, redirect, type StaticDataRouteOption } from '@tanstack/react-router';
import { ComposerHost } from '~/photos/composer/composer-host.tsx';
import { startFeed } from '~/photos/feed/feed-queries.ts';
import { lazyPage, reloadAfterUpgrade } from '~/platform/lib/chunk-load-errors.ts';
import { withEarlyAnswers } from '~/platform/lib/early-answer.ts';
import { usesLessData } from '~/platform/lib/less-data.ts';
import { queryClient } from '~/platform/lib/query-client.ts';
import { type Need, safeReturnPath, redirectFor } from '~/platform/lib/redirect-after-sign-in.ts';
import {
  accountsAsked,
  anyTab,
  feedTab,
  forumSearch,
  inGallery,
  logAsked,
  messageAsked,
  newMessageAsked,
  newTopic,
  statusOf,
  topicsAsked,
  words,
  wordsAndKind,
  wordsInCategory,
} from '~/platform/lib/search-params.ts';
import { currentSession, onboardingStageOf } from '~/platform/lib/session.ts';
import { LoadingExperience } from './shell/loading-experience.tsx';
import { WentWrong } from './shell/went-wrong.tsx';

// Imported first for its side effect: removes the provider's token from the address bar.
import '~/platform/lib/oauth-answer.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <ComposerHost />
    </>
  ),
  // The only route guard. Runs again when the onboarding stage changes.
  beforeLoad: ({ matches, location }) => {
    const need = matches.findLast(({ staticData }) => staticData.need)?.staticData.need;
    const to = redirectFor(need, onboardingStageOf(currentSession()));
    if (to === null) return;
    const wanted = safeReturnPath(location.state.wanted);
    if (to === '/feed' && wanted !== null) throw redirect({ href: wanted, replace: true });
    if (to === '/accept-rules') throw redirect({ to, replace: true, state: { ...(need === 'onboarded' && { wanted: location.href }) } });
    if (to !== '/login') throw redirect({ to, replace: true });
    const verification = need === 'session' ? new URLSearchParams(location.searchStr).get('status') : null;
    throw redirect({
      to,
      replace: true,
      state: { ...(need === 'onboarded' && { wanted: location.href }), ...(verification !== null && { verification }) },
    });
  },
});

/** Frame of all members' screens: rail, header, bar. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyPage(async () => (await import('~/shell/shell.tsx')).loadShell(), 'Shell'),
});

/** Options of a screen without the shell. */
const outside = <Path extends string>(path: Path, staticData: StaticDataRouteOption) => ({ getParentRoute: () => root, path, staticData });
const inside = <Path extends string>(path: Path, staticData: StaticDataRouteOption) => ({ getParentRoute: () => shell, path, staticData });

const login = createRoute({
  ...outside('/login', { need: 'guest', title: titles.signIn }),
  component: lazyPage(() => import('~/pages/login-page.tsx')),
});
const register = createRoute({
  ...outside('/register', { need: 'guest', title: titles.createAccount }),
  // Removes the link's secret from the address bar.
  beforeLoad: () => {
    const invitation = new URLSearchParams(window.location.search).get('invitation');
    if (invitation === null || window.location.pathname !== '/register') return;
    throw redirect({ to: '/register', search: {}, replace: true, state: { invitation } });
  },
  component: lazyPage(() => import('~/pages/register-page.tsx')),
});
const forgotPassword = createRoute({
  ...outside('/forgot-password', { title: titles.forgotPassword }),
  component: lazyPage(() => import('~/pages/forgot-password-page.tsx')),
});
const resetPassword = createRoute({
  ...outside('/reset-password', { title: titles.newPassword }),
  // Removes the link's secret from the address bar.
  beforeLoad: ({ location: { searchStr } }) => {
    if (searchStr === '') return;
    // Read from the raw query, because the router parses a token of digits as a number.
    const mailed = new URLSearchParams(window.location.search);
    const reset = { token: mailed.get('token') ?? '', email: mailed.get('email') ?? '' };
    throw redirect({ to: '/reset-password', search: {}, replace: true, state: { reset } });
  },
  component: lazyPage(() => import('~/pages/reset-password-page.tsx')),
});
const verifyEmail = createRoute({
  ...outside('/verify-email', { need: 'session', title: titles.verifyEmail }),
  validateSearch: statusOf,
  component: lazyPage(() => import('~/pages/verify-email-page.tsx')),
});
const confirmEmail = createRoute({
  ...outside('/confirm-email', { title: titles.newAddress }),
  validateSearch: statusOf,
  component: lazyPage(() => import('~/pages/confirm-email-page.tsx')),
});
const oauthCallback = createRoute({
  ...outside('/oauth/callback', { title: titles.completingSignIn }),
  component: lazyPage(() => import('~/pages/oauth-callback-page.tsx')),
});
const consent = createRoute({
  ...outside('/authorize-app', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/consent-page.tsx')),
});
const onboarding = createRoute({
  ...outside('/onboarding', { need: 'verified', title: titles.welcome }),
  component: lazyPage(() => import('~/pages/onboarding-page.tsx')),
});

const application = createRoute({
  ...outside('/application', { need: 'waiting', title: null }),
  component: lazyPage(() => import('~/pages/entering-page.tsx'), 'ApplicationPage'),
});
const acceptRules = createRoute({
  ...outside('/accept-rules', { need: 'unaccepted', title: titles.acceptRules }),
  component: lazyPage(() => import('~/pages/entering-page.tsx'), 'AcceptRulesPage'),
});

const feedPage = lazyPage(() => import('~/pages/feed-page.tsx'));
const home = createRoute({
  ...inside('/', { need: 'onboarded', title: titles.showcase }),
  validateSearch: feedTab,
  component: feedPage,
});
const feed = createRoute({
  ...inside('/feed', { need: 'onboarded', title: titles.showcase }),
  validateSearch: feedTab,
  component: feedPage,
});
const post = createRoute({
  ...inside('/post/$id', { need: 'onboarded', title: null }),
  loader: withEarlyAnswers(async ({ params: { id } }: { params: { id: string } }) =>
    (await import('~/photos/posts/photo-by-id.ts')).startPhoto(queryClient, id),
  ),
  component: lazyPage(() => import('~/pages/post-page.tsx')),
});
const series = createRoute({
  ...inside('/series/$id', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/series-page.tsx')),
});
const exhibitions = createRoute({
  ...inside('/exhibitions', { need: 'onboarded', title: null }),
  validateSearch: anyTab,
  component: lazyPage(() => import('~/pages/exhibitions-page.tsx')),
});
const exhibition = createRoute({
  ...inside('/exhibitions/$id/{-$part}', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/exhibition-page.tsx')),
});
const challenges = createRoute({
  ...inside('/challenges', { need: 'onboarded', title: titles.challenges }),
  validateSearch: anyTab,
  component: lazyPage(() => import('~/pages/challenges-page.tsx')),
});
const challenge = createRoute({
  ...inside('/challenges/$id/{-$part}', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/challenge-page.tsx')),
});
const discover = createRoute({
  ...inside('/discover', { need: 'onboarded', title: titles.discover }),
  validateSearch: wordsInCategory,
  loader: withEarlyAnswers(async () =>
    Promise.all([startFeed(queryClient), (await import('~/photos/feed/trending-photos.ts')).startTrendingNow(queryClient)]),
  ),
  component: lazyPage(() => import('~/pages/discover-page.tsx')),
});
const profile = createRoute({
  ...inside('/profile', { need: 'onboarded', title: titles.myProfile }),
  validateSearch: inGallery,
  component: lazyPage(() => import('~/pages/profile-page.tsx')),
});
const user = createRoute({
  ...inside('/user/$username', { title: null }),
  validateSearch: inGallery,
  loader: withEarlyAnswers(async ({ params: { username } }: { params: { username: string } }) =>
    (await import('~/people/profiles/profile-queries.ts')).startProfile(queryClient, username),
  ),
  component: lazyPage(() => import('~/pages/user-page.tsx')),
});
const users = createRoute({
  ...inside('/users', { need: 'onboarded', title: titles.discoverUsers }),
  validateSearch: words,
  loader: withEarlyAnswers(async () => (await import('~/people/directory/directory-queries.ts')).startDirectory(queryClient)),
  component: lazyPage(() => import('~/pages/users-page.tsx')),
});
const connections = createRoute({
  ...inside('/connections', { need: 'onboarded', title: titles.myConnections }),
  validateSearch: anyTab,
  component: lazyPage(() => import('~/pages/connections-page.tsx')),
});
const saved = createRoute({
  ...inside('/saved', { need: 'onboarded', title: titles.saved }),
  component: lazyPage(() => import('~/pages/saved-page.tsx')),
});
const describe = createRoute({
  ...inside('/describe', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/describe-page.tsx')),
});
const critique = createRoute({
  ...inside('/critique', { need: 'onboarded', title: titles.critique }),
  validateSearch: anyTab,
  component: lazyPage(() => import('~/pages/critique-page.tsx')),
});
const archived = createRoute({
  ...inside('/archived', { need: 'onboarded', title: null }),
  validateSearch: anyTab,
  component: lazyPage(() => import('~/pages/archived-page.tsx')),
});
const imports = createRoute({
  ...inside('/imports', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/imports-page.tsx')),
});
const search = createRoute({
  ...inside('/search', { need: 'onboarded', title: titles.search }),
  validateSearch: wordsAndKind,
  component: lazyPage(() => import('~/pages/search-page.tsx')),
});
const tag = createRoute({
  ...inside('/tag/$tag', { need: 'onboarded', title: null }),
  validateSearch: anyTab,
  component: lazyPage(() => import('~/pages/tag-page.tsx')),
});
const place = createRoute({
  ...inside('/place/$place', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/place-page.tsx')),
});
const messages = createRoute({
  ...inside('/messages', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/messages-page.tsx')),
});
// The page of messages renders its parts, so that the list stays.
const conversation = createRoute({ getParentRoute: () => messages, path: '/$id', validateSearch: messageAsked });
const newMessage = createRoute({ getParentRoute: () => messages, path: '/new', validateSearch: newMessageAsked });
const notifications = createRoute({
  ...inside('/notifications', { need: 'onboarded', title: titles.notifications }),
  component: lazyPage(() => import('~/pages/notifications-page.tsx')),
});
const openedNotification = createRoute({
  ...inside('/notifications/$id', { need: 'onboarded', title: titles.notifications }),
  component: lazyPage(() => import('~/pages/opened-notification-page.tsx')),
});
const settings = createRoute({
  ...inside('/settings', { need: 'onboarded', title: titles.forumSettings }),
  validateSearch: anyTab,
  component: lazyPage(() => import('~/pages/settings-page.tsx')),
});
const forum = createRoute({
  ...inside('/forum', { need: 'onboarded', title: titles.forum }),
  validateSearch: topicsAsked,
  component: lazyPage(() => import('~/pages/forum-page.tsx')),
});
const forumCategory = createRoute({
  ...inside('/forum/c/$slug', { need: 'onboarded', title: null }),
  validateSearch: topicsAsked,
  component: lazyPage(() => import('~/pages/forum-category-page.tsx')),
});
const forumNewTopic = createRoute({
  ...inside('/forum/new', { need: 'onboarded', title: titles.newTopic }),
  validateSearch: newTopic,
  component: lazyPage(() => import('~/pages/forum-new-topic-page.tsx')),
});
const forumCategories = createRoute({
  ...inside('/forum/categories', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/forum-categories-page.tsx'), 'ForumCategoriesPage'),
});
const forumTopic = createRoute({
  ...inside('/forum/t/$id/{-$slug}/{-$number}', { need: 'onboarded', title: null }),
  validateSearch: anyTab,
  component: lazyPage(() => import('~/pages/forum-topic-page.tsx')),
});
const searchOfForum = createRoute({
  ...inside('/forum/search', { need: 'onboarded', title: null }),
  validateSearch: forumSearch,
  component: lazyPage(() => import('~/pages/forum-search-page.tsx')),
});
const moderation = createRoute({
  ...inside('/moderation', { need: 'onboarded', title: null }),
  validateSearch: anyTab,
  component: lazyPage(() => import('~/pages/moderation-page.tsx')),
});
const moderationLog = createRoute({
  ...inside('/moderation/log', { need: 'onboarded', title: null }),
  validateSearch: logAsked,
  component: lazyPage(() => import('~/pages/moderation-log-page.tsx')),
});
const invitations = createRoute({
  ...inside('/invitations', { need: 'onboarded', title: null }),
  validateSearch: anyTab,
  component: lazyPage(() => import('~/pages/invitations-page.tsx')),
});
const joining = createRoute({
  ...inside('/admin/joining', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/admin-joining-page.tsx'), 'JoiningPage'),
});
const admin = createRoute({
  ...inside('/admin', { need: 'onboarded', title: null }),
  beforeLoad: () => {
    throw redirect({ to: '/admin/health', replace: true });
  },
});
const adminMembers = createRoute({
  ...inside('/admin/members', { need: 'onboarded', title: null }),
  validateSearch: accountsAsked,
  component: lazyPage(() => import('~/pages/admin-members-page.tsx'), 'AdminMembersPage'),
});
const adminMember = createRoute({
  ...inside('/admin/members/$id', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/admin-members-page.tsx'), 'AdminMemberPage'),
});
const adminSite = createRoute({
  ...inside('/admin/site', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/admin-site-page.tsx'), 'AdminSitePage'),
});
const adminCategories = createRoute({
  ...inside('/admin/categories', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/forum-categories-page.tsx'), 'AdminCategoriesPage'),
});
const adminFilters = createRoute({
  ...inside('/admin/filters', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/admin-joining-page.tsx'), 'AdminFiltersPage'),
});
const adminAnnouncements = createRoute({
  ...inside('/admin/announcements', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/admin-site-page.tsx'), 'AdminAnnouncementsPage'),
});
const adminWebhooks = createRoute({
  ...inside('/admin/webhooks', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/admin-webhooks-page.tsx')),
});
const adminHealth = createRoute({
  ...inside('/admin/health', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/admin-health-page.tsx')),
});
const adminSystem = createRoute({
  ...inside('/admin/system', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/admin-system-page.tsx')),
});
const about = createRoute({
  ...inside('/about', { title: null }),
  component: lazyPage(() => import('~/pages/site-page.tsx'), 'AboutPage'),
});
const privacy = createRoute({
  ...inside('/privacy', { title: null }),
  component: lazyPage(() => import('~/pages/site-page.tsx'), 'PrivacyPage'),
});
const plans = createRoute({
  ...inside('/plans', { title: titles.plans }),
  component: lazyPage(() => import('~/pages/plans-page.tsx')),
});
const decision = createRoute({
  ...inside('/decisions/$id', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/decision-page.tsx'), 'DecisionPage'),
});
const pending = createRoute({
  ...inside('/pending', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/decision-page.tsx'), 'PendingPage'),
});
const rules = createRoute({
  ...inside('/rules', { title: titles.rules }),
  component: lazyPage(() => import('~/pages/rules-page.tsx')),
});
const adminRules = createRoute({
  ...inside('/admin/rules', { need: 'onboarded', title: null }),
  component: lazyPage(() => import('~/pages/admin-rules-page.tsx')),
});
const notFound = createRoute({
  ...inside('/$', { title: null }),
  component: lazyPage(() => import('~/pages/not-found-page.tsx')),
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
    consent,
    onboarding,
    ...[application, acceptRules],
    shell.addChildren([
      ...[
        home,
        feed,
        post,
        series,
        discover,
        profile,
        user,
        users,
        connections,
        saved,
        archived,
        imports,
        tag,
        place,
        messages.addChildren([conversation, newMessage]),
        notifications,
        openedNotification,
        settings,
        plans,
      ],
      ...[
        forum,
        forumCategory,
        forumCategories,
        forumNewTopic,
        forumTopic,
        searchOfForum,
        moderation,
        moderationLog,
        decision,
        pending,
        rules,
        adminRules,
        notFound,
      ],
      ...[search, invitations, joining, exhibitions, exhibition, challenges, challenge, describe, critique],
      ...[
        admin,
        adminMembers,
        adminMember,
        adminSite,
        adminCategories,
        adminFilters,
        adminAnnouncements,
        adminWebhooks,
        adminHealth,
        adminSystem,
        about,
        privacy,
      ],
    ]),
  ]),
  defaultPreload: usesLessData() ? false : 'intent',
  defaultErrorComponent: WentWrong,
  defaultOnCatch: reloadAfterUpgrade,
  defaultPendingComponent: LoadingExperience,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  // A topic restores its own position, by post number instead of pixels.
  scrollRestoration: ({ location }) => !location.pathname.startsWith('/forum/t/'),
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Onboarding stage the screen is made for; undefined: everybody. */
    need?: Need;
    /** Window title; null: the page sets the title from its content. */
    title?: string | null;
  }
  /** State passed to the next page, in the tab's history only and never in the address. */
  interface HistoryState {
    /** Page that redirected to /login. */
    wanted?: string;
    newcomer?: boolean;
    verification?: string;
    /** Unverified email address of a new member. */
    awaiting?: string;
    reset?: { token: string; email: string };
    invitation?: string;
  }
}
