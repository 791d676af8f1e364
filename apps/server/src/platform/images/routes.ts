import { Readable } from 'node:stream';
import { readStorage as storage } from '@mbari/contract/platform/media';
import type { FastifyInstance } from 'fastify';
import { thumbHashToDataURL } from 'thumbhash';
import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import { addressKey } from '../http/rate-limits.ts';
import { route } from '../http/route.ts';
import { isId } from '../ids.ts';
import { notFound } from '../refusal.ts';
import type { Site } from '../site.ts';
import { findThumbhash, type MediaState, mediaStatesBy } from './queries.ts';
import { readStorage } from './storage.ts';
import { blurFile, type mediaFormats, readSignature, type SignedFor } from './urls.ts';

const typeOf: Record<string, string> = {
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  avif: 'image/avif',
  png: 'image/png',
} satisfies Record<(typeof mediaFormats)[number] | 'png', string>;

export const mediaRoutes = [route(storage, async ({ context, member }) => ({ data: await readStorage(context, member.id) }))];

/** Serves `GET /media/{id}/{variant}`. Outside the API, because browsers load images without a token. */
export function addMediaRoutes(app: FastifyInstance, context: Context): void {
  const stateOf = mediaStatesBy(context.db);
  app.route<{ Params: { id: string; variant: string }; Querystring: { exp?: unknown; sig?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:id/:variant',
    handler: async (request, reply) => {
      await context.limits.spend('media by ip', addressKey(request.ip));
      const { id, variant } = request.params;
      const format = variant === blurFile ? 'png' : /^[1-9]\d{0,4}\.(webp|jpeg|avif)$/.exec(variant)?.[1];
      if (format === undefined || !isId(id)) throw notFound();
      const state = await stateOf(id);
      if (state === null) throw notFound();
      const signature = state.is_public ? null : readSignature(context, `${id}/${variant}`, request.query, context.now());
      if (!state.is_public && (signature === null || !isMeantFor(state, signature.signedFor))) throw notFound();
      const cached = signature?.seconds ?? 3600;

      const etag = `"${id}.${variant}"`;
      const isKnown = request.headers['if-none-match'] === etag;
      const imageId = state.image_id ?? id;
      const file = await (variant === blurFile ? readBlur(context.db, imageId) : context.store.read(imageId, variant));
      if (file === null) throw notFound();
      reply.headers({
        'cache-control': `${state.is_public ? 'public' : 'private'}, max-age=${cached}`,
        ...(isShownElsewhere(state, await context.site.known())
          ? { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' }
          : { 'cross-origin-resource-policy': 'same-site' }),
        etag,
      });
      if (isKnown) return reply.code(304).send();
      reply.type(typeOf[format]!).header('content-length', file.size);
      return request.method === 'HEAD' ? reply.send() : reply.send(file.stream());
    },
  });
}

/** Web apps of the client API show all images. Feed readers, and sites that embed posts by oEmbed, show those of public posts. */
const isShownElsewhere = ({ is_public }: MediaState, { client_apps, visitors }: Pick<Site, 'client_apps' | 'visitors'>): boolean =>
  client_apps === 'on' || (is_public && visitors === 'posts');

/** An organiser's signature gives access only to evidence, other signatures only to shown images. */
const isMeantFor = (state: MediaState, signedFor: SignedFor): boolean =>
  signedFor === 'organiser' ? state.is_evidence : state.is_shown && (!state.is_owners || signedFor === 'owner');

/** Makes the blurred image of a post with a content warning: a PNG of about 3 KB from the 25 bytes of the image's thumbhash. */
async function readBlur(db: Statements, id: string): Promise<{ size: number; stream: () => Readable } | null> {
  const thumbhash = await findThumbhash(db, id);
  if (!thumbhash) return null;
  const png = Buffer.from(thumbHashToDataURL(thumbhash).split(',')[1]!, 'base64');
  return { size: png.length, stream: () => Readable.from([png], { objectMode: false }) };
}
