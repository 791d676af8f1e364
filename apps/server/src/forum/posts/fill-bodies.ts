import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { fillIn, foldBody, hasOpenParts, namesIn, type OpenParts, photoIdsIn, sourceIdsIn } from '../../platform/markdown/views.ts';
import { findVisibleImages } from '../images/find-visible-images.ts';
import { listMentionedMembers, listMembersByName, listQuotedPosts } from './body-queries.ts';

/** HTML and Markdown without quotes hidden from the viewer. */
export interface FilledBody {
  html: string;
  body: string;
}

export interface Body {
  html: string;
  body?: string;
  /** Only images of this member are shown. */
  authorId: string;
  /** The stored post, whose mentions are recorded. Without it, names refer to their current holders. */
  postId?: string;
}

/** Fills in current member names, and the photos and quotes visible to the viewer. Runs one query per kind for all texts. */
export async function fillBodies(context: Context, viewer: Viewer, bodies: readonly Body[]): Promise<FilledBody[]> {
  const open = bodies.filter(({ html }) => hasOpenParts(html));
  if (open.length === 0) return bodies.map(({ html, body = '' }) => ({ html, body }));
  const [usernameOf, photoOf, sourceOf] = await Promise.all([
    findMembers(context, viewer, open),
    findPhotos(context, viewer, open),
    findSources(context, viewer, open),
  ]);
  return bodies.map((one) => ({
    html: fillIn(one.html, { usernameOf: (name) => usernameOf(one, name), photoOf: (id) => photoOf(one, id), sourceOf }),
    body: foldBody(one.body ?? '', one.html, sourceOf),
  }));
}

const uniqueIn = (bodies: readonly Body[], namesOf: (html: string) => string[]): string[] => [
  ...new Set(bodies.flatMap(({ html }) => namesOf(html))),
];

async function findMembers(
  { db }: Context,
  viewer: Viewer,
  open: readonly Body[],
): Promise<(body: Body, name: string) => string | undefined> {
  const naming = open.filter(({ html }) => namesIn(html).length > 0);
  const posts = naming.flatMap(({ postId }) => postId ?? []);
  const names = uniqueIn(
    naming.filter(({ postId }) => postId === undefined),
    namesIn,
  );
  const [mentioned, named] = await Promise.all([
    posts.length === 0 ? [] : listMentionedMembers(db, viewer.id, posts),
    names.length === 0 ? [] : listMembersByName(db, viewer.id, names),
  ]);
  const known = new Map([
    ...mentioned.map(({ post_id, name, username }) => [`${post_id} ${name}`, username] as const),
    ...named.map(({ username }) => [` ${username}`, username] as const),
  ]);
  return ({ postId = '' }, name) => known.get(`${postId} ${name}`);
}

async function findPhotos(
  context: Context,
  viewer: Viewer,
  open: readonly Body[],
): Promise<(body: Body, id: string) => ReturnType<OpenParts['photoOf']>> {
  const shown = await findVisibleImages(context, viewer, uniqueIn(open, photoIdsIn));
  return ({ authorId }, id) => {
    const found = shown.get(id);
    return found?.ownerId === authorId ? found : undefined;
  };
}

async function findSources({ db }: Context, viewer: Viewer, open: readonly Body[]): Promise<OpenParts['sourceOf']> {
  const ids = uniqueIn(open, sourceIdsIn);
  const rows = ids.length === 0 ? [] : await listQuotedPosts(db, viewer.id, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => byId.get(id);
}
