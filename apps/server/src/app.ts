import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { commentRoutes } from './features/comments/routes.ts';
import { feedRoutes } from './features/feed/routes.ts';
import { viewersBy } from './features/members/viewers.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { photoRoutes } from './features/photos/routes.ts';
import { siteRoutes } from './features/site/routes.ts';
import type { Route } from './http/route.ts';
import { buildServer, type FindViewer } from './http/server.ts';

/** Table of contents: every feature's routes, one line each. */
export const routes: Route[] = [...siteRoutes, ...feedRoutes, ...photoRoutes, ...commentRoutes, ...notificationRoutes];

/** The whole application on one context, not yet listening. */
export function buildApp(context: Context, options: { checkAnswers?: boolean } = {}): FastifyInstance {
  return buildServer(context, { routes, findViewer: viewerOf(context), checkAnswers: options.checkAnswers ?? false });
}

function viewerOf(context: Context): FindViewer {
  const find = viewersBy(context.db);
  return async (request) => {
    const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1];
    return token === undefined ? null : find(createHash('sha256').update(token).digest());
  };
}
