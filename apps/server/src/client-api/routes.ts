import { answerConsent, readConsent } from '@mbari/contract/client-api/consent';
import type { FastifyError, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { answerError } from '../platform/http/answer-error.ts';
import { type FormRules, withForm } from '../platform/http/form.ts';
import { ReadyJson, sendAccepted } from '../platform/http/ready-json.ts';
import { route } from '../platform/http/route.ts';
import { answerWriting, type FindViewer, isForm, requireCaller } from '../platform/http/server.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { asSentence, Refusal } from '../platform/refusal.ts';
import { type CallEntry, calls } from './calls.ts';
import { Fields } from './fields.ts';
import { oauthCalls } from './oauth-calls.ts';
import { answerConsent as answer, OauthError, placeOf, requireConsent, scopesFor } from './oauth.ts';
import { originOf } from './view-account.ts';

/** Calls of the consent page, within our own API. */
export const consentRoutes = [
  route(readConsent, async ({ context, query }) => {
    await requireOn(context);
    const { app, scopes, redirect_uri } = await requireConsent(context, query.request);
    return {
      data: {
        name: app.name,
        website: app.website,
        scopes: scopesFor(scopes),
        returns_to: placeOf(redirect_uri),
      },
    };
  }),
  route(answerConsent, async ({ context, member, body }) => {
    await requireOn(context);
    await context.limits.spend('change by member', member.id);
    return { data: await answer(context, member, body.request, body.is_allowed) };
  }),
];

class SwitchedOff extends Refusal {
  constructor() {
    super('not_found', 'notFound');
  }
}

async function requireOn({ site }: Context): Promise<void> {
  if ((await site.read()).client_apps !== 'on') throw new SwitchedOff();
}

/** Adds the calls of Mastodon clients, at Mastodon's addresses. While switched off, they answer like unknown addresses. */
export function addClientApi(app: FastifyInstance, context: Context, findViewer: FindViewer): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, new URLSearchParams(text as string)),
    );
    scope.addHook('onRequest', async (_request, reply) => {
      await requireOn(context);
      // Apps run on other origins. They send no cookies, so any origin may call.
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'link',
        'cross-origin-resource-policy': 'cross-origin',
      });
      reply.header('cache-control', 'no-store');
    });
    scope.setErrorHandler((error: FastifyError | Refusal | OauthError, request, reply) => {
      if (error instanceof OauthError)
        return reply.code(error.code === 'invalid_client' ? 401 : 400).send({ error: error.code, error_description: error.message });
      return error instanceof SwitchedOff
        ? answerError(context, error, request, reply)
        : answerError(context, error, request, reply, viewRefusal);
    });
    for (const entry of calls) scope.route(optionsOf(context, entry, findViewer));
    for (const { method, path, handle } of oauthCalls)
      scope.route({
        method,
        url: path,
        handler: async (request, reply) => handle({ context, fields: await readFields(request), request, reply }),
      });
    for (const path of new Set([...calls, ...oauthCalls].map((entry) => entry.path)))
      scope.options(path, (_request, reply) =>
        reply
          .code(204)
          .headers({
            'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
            'access-control-allow-headers': 'authorization, content-type, idempotency-key',
            'access-control-max-age': '86400',
          })
          .send(),
      );
  });
}

function optionsOf(context: Context, { method, path, like, handle }: CallEntry, findViewer: FindViewer): RouteOptions {
  // The handler receives the form with the file.
  const isUpload = method === 'POST' && path.endsWith('/media');
  return {
    method,
    url: path,
    exposeHeadRoute: false,
    onRequest: async (request) => {
      const viewer = like.access === 'open' ? null : await findViewer(request);
      // Sessions belong to our own pages.
      request.viewer = requireCaller(
        context,
        { ...like, access: like.access === 'open' ? 'open' : 'onboarded' },
        viewer?.api_token ? viewer : null,
        request,
      );
    },
    handler: async (request, reply) => {
      const { viewer } = request;
      const call = {
        context,
        // Open calls have no viewer and do not read it.
        member: viewer as Viewer,
        params: request.params as Record<string, string>,
        fields: isUpload ? new Fields(request.query) : await readFields(request),
        address: new URL(request.url, originOf(context)),
        request,
        reply,
      };
      const answer = await (method === 'GET' ? handle(call) : answerWriting(context, viewer, () => handle(call)));
      const json = new ReadyJson(JSON.stringify(answer));
      reply.type('application/json; charset=utf-8');
      return method === 'GET' ? sendAccepted(reply, json) : reply.send(json.text);
    },
  };
}

/** Mastodon's form of an error. A field's own sentence says more than "the fields are invalid". */
function viewRefusal(refusal: Refusal | null): object {
  const [first] = Object.values(refusal?.errors ?? {});
  return { error: first?.[0]?.text ?? refusal?.message ?? asSentence('somethingWrong').text };
}

const readFields = async (request: FastifyRequest): Promise<Fields> =>
  isForm(request)
    ? withForm(request, textForm, async ({ fields }) => new Fields(request.query, fields))
    : new Fields(request.query, request.body);

/** Apps repeat a name for each item of a list: `media_ids[]`. */
const textForm: FormRules<z.ZodType<URLSearchParams>> = {
  fields: z.instanceof(URLSearchParams),
  gather: (texts) => new URLSearchParams(texts),
  files: { name: /^$/, atMost: 0, bytes: 1, tooLarge: 'imageTooLarge', tooMany: 'fileNotTaken' },
};
