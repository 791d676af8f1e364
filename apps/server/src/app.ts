import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addClientApi, consentRoutes } from './client-api/routes.ts';
import { describePage } from './community/previews/describe-page.ts';
import { addFeeds } from './community/previews/routes.ts';
import { openPublicPage } from './community/public-pages/open-page.ts';
import { addRemovalForm } from './community/public-pages/removal.ts';
import { addRobots } from './community/public-pages/routes.ts';
import { communityRoutes } from './community/routes.ts';
import { forumCategoryRoutes } from './forum/categories/routes.ts';
import { forumModerationRoutes } from './forum/moderation/routes.ts';
import { forumPollRoutes } from './forum/polls/routes.ts';
import { forumImageRoutes, forumPostRoutes } from './forum/posts/routes.ts';
import { forumDraftRoutes, forumSearchRoutes, forumTrackRoutes } from './forum/routes.ts';
import { forumTopicRoutes } from './forum/topics/routes.ts';
import { closingRoutes } from './identity/accounts/routes.ts';
import { apiTokenRoutes } from './identity/api-tokens/routes.ts';
import { exportRoutes } from './identity/export/routes.ts';
import { exportMetrics } from './identity/export/start-export.ts';
import { applicationRoutes, invitationRoutes, joiningRoutes } from './identity/joining/routes.ts';
import { oauthRoutes } from './identity/oauth/routes.ts';
import { passkeyRoutes } from './identity/passkeys/routes.ts';
import { emailChangeRoutes, passwordRoutes } from './identity/passwords/routes.ts';
import { authRoutes, securityRoutes, sessionRoutes } from './identity/sign-in/routes.ts';
import { conversationRoutes, messageImageRoutes, messageRoutes } from './messages/routes.ts';
import { moderationRoutes } from './moderation/cases/routes.ts';
import { appealRoutes, pendingPostRoutes, ruleRoutes } from './moderation/routes.ts';
import { addUnsubscribe } from './notifications/mails/routes.ts';
import { pushRoutes } from './notifications/push/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { addApiDocs, systemRoutes } from './operations/routes.ts';
import { systemMetrics } from './operations/system/metrics.ts';
import { followRoutes } from './people/follows/routes.ts';
import { billingRoutes } from './people/plans/routes.ts';
import { customisationRoutes, profileRoutes } from './people/profiles/routes.ts';
import { blockRoutes, currentUserRoutes, directoryRoutes, settingsRoutes, suggestionRoutes } from './people/routes.ts';
import { challengeRoutes } from './photos/challenges/routes.ts';
import { commentRoutes } from './photos/comments/routes.ts';
import { critiqueRoutes } from './photos/critique/routes.ts';
import { descriptionRoutes } from './photos/descriptions/routes.ts';
import { exhibitionRoutes } from './photos/exhibitions/routes.ts';
import { postCacheMetrics } from './photos/feed/post-cache.ts';
import { feedRoutes } from './photos/feed/routes.ts';
import { importRoutes } from './photos/imports/routes.ts';
import { peopleShownRoutes } from './photos/people-shown/routes.ts';
import { archiveRoutes, photoRoutes, scheduleRoutes } from './photos/posts/routes.ts';
import { categoryRoutes, followedSubjectRoutes, likeRoutes } from './photos/routes.ts';
import { seriesRoutes } from './photos/series/routes.ts';
import type { Context } from './platform/context.ts';
import { eventsOf } from './platform/events/open-events.ts';
import { addEvents, eventRoutes } from './platform/events/routes.ts';
import type { ConnectionLimits } from './platform/http/connections/connections.ts';
import { addHealth, type Lifecycle } from './platform/http/health.ts';
import { addMetrics } from './platform/http/metrics.ts';
import { addRequestLog, truncated } from './platform/http/request-log.ts';
import type { Route } from './platform/http/route.ts';
import { buildServer, type FindViewer } from './platform/http/server.ts';
import { addProxyWarning } from './platform/http/untrusted-proxy.ts';
import { apiTokenPrefix } from './platform/http/viewer.ts';
import { addWebApp, type WebApps } from './platform/http/web-app.ts';
import { addMediaRoutes, mediaRoutes } from './platform/images/routes.ts';
import { addOutbox } from './platform/mail/outbox.ts';
import { reportRoutes } from './platform/moderation/report-subject.ts';
import { filterRoutes } from './platform/screening/routes.ts';
import { siteRoutes } from './platform/site/routes.ts';
import { tagRoutes } from './platform/tags/routes.ts';
import { viewersByApiToken, viewersBySession } from './platform/viewers.ts';

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
  ...currentUserRoutes,
  ...settingsRoutes,
  ...mediaRoutes,
  ...customisationRoutes,
  ...directoryRoutes,
  ...followRoutes,
  ...suggestionRoutes,
  ...blockRoutes,
  ...profileRoutes,
  ...categoryRoutes,
  ...feedRoutes,
  ...photoRoutes,
  ...critiqueRoutes,
  ...challengeRoutes,
  ...exhibitionRoutes,
  ...seriesRoutes,
  ...importRoutes,
  ...likeRoutes,
  ...archiveRoutes,
  ...scheduleRoutes,
  ...followedSubjectRoutes,
  ...tagRoutes,
  ...descriptionRoutes,
  ...peopleShownRoutes,
  ...commentRoutes,
  ...reportRoutes,
  ...ruleRoutes,
  ...moderationRoutes,
  ...appealRoutes,
  ...applicationRoutes,
  ...forumCategoryRoutes,
  ...forumTopicRoutes,
  ...forumPostRoutes,
  ...forumImageRoutes,
  ...forumPollRoutes,
  ...forumModerationRoutes,
  ...forumSearchRoutes,
  ...forumDraftRoutes,
  ...forumTrackRoutes,
  ...conversationRoutes,
  ...messageImageRoutes,
  ...messageRoutes,
  ...notificationRoutes,
  ...eventRoutes,
  ...pushRoutes,
  ...emailChangeRoutes,
  ...closingRoutes,
  ...securityRoutes,
  ...apiTokenRoutes,
  ...passkeyRoutes,
  ...billingRoutes,
  ...exportRoutes,
  ...communityRoutes,
  ...systemRoutes,
  ...consentRoutes,
];

export interface AppOptions {
  /** Validates every response against its schema. */
  checkAnswers?: boolean;
  /** The built web app; null shows a notice instead. */
  webApps?: WebApps | null;
  lifecycle?: Lifecycle;
  connectionLimits?: Partial<ConnectionLimits>;
}

/** Builds the application on a context. It does not listen yet. */
export function buildApp(
  context: Context,
  { checkAnswers = false, webApps = null, lifecycle = { draining: false }, connectionLimits = {} }: AppOptions = {},
): FastifyInstance {
  const findViewer = viewerOf(context);
  const app = buildServer(context, { routes, findViewer, checkAnswers, connectionLimits });
  addRequestLog(app, context);
  addProxyWarning(app, context);
  addMetrics(app, context, [
    ...exportMetrics(context),
    ...eventsOf(context).metrics.all,
    ...postCacheMetrics(context),
    ...systemMetrics(context),
  ]);
  addHealth(app, context, lifecycle);
  addApiDocs(app, context);
  addEvents(app, context);
  addMediaRoutes(app, context);
  addFeeds(app, context);
  addOutbox(app, context);
  addUnsubscribe(app, context);
  addRobots(app, context);
  addRemovalForm(app, context);
  addClientApi(app, context, findViewer);
  addWebApp(app, webApps ?? new Map(), context.site, {
    describe: (path, visitor) => describePage(context, path, visitor),
    openPublic: (asked) => openPublicPage(context, asked),
  });
  return app;
}

function viewerOf({ db }: Context): FindViewer {
  const bySession = viewersBySession(db);
  const byApiToken = viewersByApiToken(db);
  return (request) => {
    const [, token, prefix] = bearer.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined) return noViewer;
    const tokenHash = hash('sha256', token);
    return prefix === undefined ? bySession(tokenHash) : byApiToken(tokenHash, truncated(request.ip));
  };
}

const bearer = new RegExp(`^Bearer ((${apiTokenPrefix})?[\\w-]{43})$`, 'i');
const noViewer = Promise.resolve(null);
