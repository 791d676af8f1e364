import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { fillIn, foldBody, hasOpenParts, namesIn, type OpenParts, photoIdsIn, sourceIdsIn } from '../../platform/markdown/render-body.ts';
import { listMembersByName, listMentionedMembers, listQuotedPosts } from './body-queries.ts';
import { findVisibleImages } from './upload-image.ts';

/** HTML and Markdown without quotes hidden from the viewer. */
export interface FilledBody {
  html: string;
  body: string;
}

export interface Body {
  html: string;
  body?: string;
  /** Owner of the images shown. */
  authorId: string;
  /** Id of a stored post, whose mentions are recorded. Without an id, names refer to their current holders. */
  postId?: string;
}

/** Fills in current member names, and the photos and quotes visible to the viewer. Runs one query per kind for all texts. */
export async function fillBodies(context: Context, viewer: Viewer, bodies: readonly Body[]): Promise<FilledBody[]> {
  const bodiesToFill = bodies.filter(({ html }) => hasOpenParts(html));
  if (bodiesToFill.length === 0) return bodies.map(({ html, body = '' }) => ({ html, body }));
  const [usernameOf, photoOf, sourceOf] = await Promise.all([
    findMembers(context, viewer, bodiesToFill),
    findPhotos(context, viewer, bodiesToFill),
    findQuotedPosts(context, viewer, bodiesToFill),
  ]);
  return bodies.map((body) => ({
    html: fillIn(body.html, { usernameOf: (name) => usernameOf(body, name), photoOf: (id) => photoOf(body, id), sourceOf }),
    body: foldBody(body.body ?? '', body.html, sourceOf),
  }));
}

const uniqueIn = (bodies: readonly Body[], namesOf: (html: string) => string[]): string[] => [
  ...new Set(bodies.flatMap(({ html }) => namesOf(html))),
];

async function findMembers(
  { db }: Context,
  viewer: Viewer,
  bodiesToFill: readonly Body[],
): Promise<(body: Body, name: string) => string | undefined> {
  const bodiesWithNames = bodiesToFill.filter(({ html }) => namesIn(html).length > 0);
  const postIds = bodiesWithNames.flatMap(({ postId }) => postId ?? []);
  const names = uniqueIn(
    bodiesWithNames.filter(({ postId }) => postId === undefined),
    namesIn,
  );
  const [mentionedMembers, membersByName] = await Promise.all([
    postIds.length === 0 ? [] : listMentionedMembers(db, viewer.id, postIds),
    names.length === 0 ? [] : listMembersByName(db, viewer.id, names),
  ]);
  const usernames = new Map([
    ...mentionedMembers.map(({ post_id, name, username }) => [`${post_id} ${name}`, username] as const),
    ...membersByName.map(({ username }) => [` ${username}`, username] as const),
  ]);
  return ({ postId = '' }, name) => usernames.get(`${postId} ${name}`);
}

async function findPhotos(
  context: Context,
  viewer: Viewer,
  bodiesToFill: readonly Body[],
): Promise<(body: Body, id: string) => ReturnType<OpenParts['photoOf']>> {
  const images = await findVisibleImages(context, viewer, uniqueIn(bodiesToFill, photoIdsIn));
  return ({ authorId }, id) => {
    const image = images.get(id);
    return image?.ownerId === authorId ? image : undefined;
  };
}

async function findQuotedPosts({ db }: Context, viewer: Viewer, bodiesToFill: readonly Body[]): Promise<OpenParts['sourceOf']> {
  const ids = uniqueIn(bodiesToFill, sourceIdsIn);
  const rows = ids.length === 0 ? [] : await listQuotedPosts(db, viewer.id, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => byId.get(id);
}
