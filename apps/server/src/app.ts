import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { addUnsubscribe } from './features/activity-mails/routes.ts';
import { adminMemberRoutes } from './features/admin-members/routes.ts';
import { announcementRoutes } from './features/announcements/routes.ts';
import { addApiDocs } from './features/api-docs/routes.ts';
import { appealRoutes } from './features/appeals/routes.ts';
import { applicationRoutes } from './features/applications/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { blockRoutes } from './features/blocks/routes.ts';
import { categoryRoutes } from './features/categories/routes.ts';
import { categoryRemovalRoutes } from './features/category-removal/routes.ts';
import { closingRoutes } from './features/closing/routes.ts';
import { commentRoutes } from './features/comments/routes.ts';
import { communityHealthRoutes } from './features/community-health/routes.ts';
import { customisingRoutes } from './features/customising/routes.ts';
import { directoryRoutes } from './features/directory/routes.ts';
import { emailChangeRoutes } from './features/email-change/routes.ts';
import { eventsOf } from './features/events/open-events.ts';
import { addEvents, eventRoutes } from './features/events/routes.ts';
import { exportMetrics } from './features/export/metrics.ts';
import { exportRoutes } from './features/export/routes.ts';
import { feedRoutes } from './features/feed/routes.ts';
import { filterRoutes } from './features/filters/routes.ts';
import { followRoutes } from './features/follows/routes.ts';
import { forumCategoryRoutes } from './features/forum-categories/routes.ts';
import { forumDraftRoutes } from './features/forum-drafts/routes.ts';
import { forumImageRoutes } from './features/forum-images/routes.ts';
import { forumLikeRoutes } from './features/forum-likes/routes.ts';
import { forumModerationRoutes } from './features/forum-moderation/routes.ts';
import { forumPollRoutes } from './features/forum-polls/routes.ts';
import { forumPostPageRoutes } from './features/forum-post-pages/routes.ts';
import { forumPostVersionRoutes } from './features/forum-post-versions/routes.ts';
import { forumPostRoutes } from './features/forum-posts/routes.ts';
import { forumSearchRoutes } from './features/forum-search/routes.ts';
import { forumTopicListRoutes } from './features/forum-topic-lists/routes.ts';
import { forumTopicRoutes } from './features/forum-topics/routes.ts';
import { forumTrackRoutes } from './features/forum-tracks/routes.ts';
import { invitationRoutes } from './features/invitations/routes.ts';
import { joiningRoutes } from './features/joining/routes.ts';
import { likeRoutes } from './features/likes/routes.ts';
import { addOutbox } from './features/mail/routes.ts';
import { markdownRoutes } from './features/markdown/routes.ts';
import { addMediaRoutes, mediaRoutes } from './features/media/routes.ts';
import { memberRoutes } from './features/members/routes.ts';
import { viewersBy } from './features/members/viewers.ts';
import { moderationRoutes } from './features/moderation/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { oauthRoutes } from './features/oauth/routes.ts';
import { passkeyRoutes } from './features/passkeys/routes.ts';
import { passwordRoutes } from './features/passwords/routes.ts';
import { pendingPostRoutes } from './features/pending-posts/routes.ts';
import { photoRoutes } from './features/photos/routes.ts';
import { billingRoutes } from './features/plans/routes.ts';
import { describePage } from './features/previews/describe-page.ts';
import { addAtomFeeds } from './features/previews/routes.ts';
import { profileRoutes } from './features/profiles/routes.ts';
import { pushRoutes } from './features/push/routes.ts';
import { readyPostMetrics } from './features/ready-posts/metrics.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { ruleRoutes } from './features/rules/routes.ts';
import { sanctionRoutes } from './features/sanctions/routes.ts';
import { savedPostRoutes } from './features/saved-posts/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { securityRoutes } from './features/security/routes.ts';
import { sessionRoutes } from './features/sessions/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { siteRoutes } from './features/site/routes.ts';
import { suggestionRoutes } from './features/suggestions/routes.ts';
import { tagRoutes } from './features/tags/routes.ts';
import type { ConnectionLimits } from './http/connections/connections.ts';
import { addHealth, type Lifecycle } from './http/health.ts';
import { addMetrics } from './http/metrics.ts';
import { addRequestLog } from './http/request-log.ts';
import type { Route } from './http/route.ts';
import { buildServer, type FindViewer } from './http/server.ts';
import { addProxyWarning } from './http/untrusted-proxy.ts';
import { addWebApp, type WebApps } from './http/web-app.ts';

/** Table of contents: every feature's routes, one line each. */
export const routes: Route[] = [
  ...siteRoutes,
  ...filterRoutes,
  ...authRoutes,
  ...joiningRoutes,
  ...pendingPostRoutes,
  ...invitationRoutes,
  ...sessionRoutes,
  ...oauthRoutes,
  ...passwordRoutes,
  ...memberRoutes,
  ...settingsRoutes,
  ...mediaRoutes,
  ...customisingRoutes,
  ...directoryRoutes,
  ...followRoutes,
  ...suggestionRoutes,
  ...blockRoutes,
  ...profileRoutes,
  ...categoryRoutes,
  ...categoryRemovalRoutes,
  ...feedRoutes,
  ...photoRoutes,
  ...likeRoutes,
  ...savedPostRoutes,
  ...searchRoutes,
  ...tagRoutes,
  ...commentRoutes,
  ...reportRoutes,
  ...ruleRoutes,
  ...moderationRoutes,
  ...appealRoutes,
  ...applicationRoutes,
  ...sanctionRoutes,
  ...forumCategoryRoutes,
  ...forumTopicRoutes,
  ...forumTopicListRoutes,
  ...forumPostRoutes,
  ...forumPostPageRoutes,
  ...forumPostVersionRoutes,
  ...forumImageRoutes,
  ...forumPollRoutes,
  ...forumLikeRoutes,
  ...forumModerationRoutes,
  ...forumSearchRoutes,
  ...forumDraftRoutes,
  ...forumTrackRoutes,
  ...markdownRoutes,
  ...notificationRoutes,
  ...eventRoutes,
  ...pushRoutes,
  ...emailChangeRoutes,
  ...closingRoutes,
  ...securityRoutes,
  ...passkeyRoutes,
  ...billingRoutes,
  ...exportRoutes,
  ...adminMemberRoutes,
  ...announcementRoutes,
  ...communityHealthRoutes,
];

export interface AppOptions {
  /** Check every answer against its shape. */
  checkAnswers?: boolean;
  /** The built pages; without any a page says so. */
  webApps?: WebApps | null;
  lifecycle?: Lifecycle;
  connectionLimits?: Partial<ConnectionLimits>;
}

/** The whole application on one context, not yet listening. */
export function buildApp(
  context: Context,
  { checkAnswers = false, webApps = null, lifecycle = { draining: false }, connectionLimits = {} }: AppOptions = {},
): FastifyInstance {
  const app = buildServer(context, { routes, findViewer: viewerOf(context), checkAnswers, connectionLimits });
  addRequestLog(app, context);
  addProxyWarning(app, context);
  addMetrics(app, context, [...exportMetrics(context), ...eventsOf(context).metrics.all, ...readyPostMetrics(context)]);
  addHealth(app, context, lifecycle);
  addApiDocs(app, context);
  addEvents(app, context);
  addMediaRoutes(app, context);
  addAtomFeeds(app, context);
  addOutbox(app, context);
  addUnsubscribe(app, context);
  addWebApp(app, webApps ?? new Map(), context.site, (address, visitor) => describePage(context, address, visitor));
  return app;
}

function viewerOf(context: Context): FindViewer {
  const find = viewersBy(context.db);
  return (request) => {
    const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1];
    return token === undefined ? nobody : find(hash('sha256', token));
  };
}

const nobody = Promise.resolve(null);
