import type { Context } from '../../context.ts';
import { ReadyJson } from '../../http/ready-json.ts';
import type { Viewer } from '../../http/viewer.ts';
import { findPostsPage, type PostsAsked, type PostsPage } from '../forum-posts/find-posts-page.ts';
import { fillForumBodies } from '../forum-posts/present-posts.ts';
import { viewForumPost } from '../forum-posts/views.ts';
import { photoIdsIn } from '../markdown/views.ts';
import type { Relation } from './queries.ts';
import { knownFor, relationReader } from './read-relations.ts';

/** What everybody reads alike from whom nobody is hidden, but for their own posts and likes. */
interface ReadyPage extends PostsPage {
  html: string[];
  postIds: readonly string[];
  /** Each post as somebody reads it who neither wrote nor likes it. */
  texts: string[];
  end: string;
  alike: Buffer;
}

interface KeptPage {
  snapshot: string;
  until: number;
  /** Nothing where it is not the same for everybody. */
  ready: Promise<ReadyPage | undefined>;
}

export type ReadSharedPage = (viewer: Viewer, topicId: string, asked: PostsAsked) => Promise<ReadyJson | undefined>;

/** For whom pages are made: no member, from whom nobody is hidden. */
const anybody: Viewer = {
  id: '00000000-0000-0000-0000-000000000000',
  session_id: '',
  role: 'member',
  email_verified: true,
  has_onboarding: true,
  is_paid: false,
};
/** Milliseconds after which somebody else is likely to read a page that was just read. */
const wantedFor = 10_000;
const pagesAtMost = 200;
const keysAtMost = 2_000;
const none: readonly string[] = [];

/**
 * Pages of topics that many read at once, joined from ready pieces. Who hides whom, what the viewer likes and whether anything was written since is
 * read from the database on every request, in one query for all requests of a turn of the event loop. Answers nothing for viewers from
 * whom members are hidden, for pages that are not the same for everybody, and for those that nobody read a moment ago.
 */
export function sharedPagesOf(context: Context): ReadSharedPage {
  const readRelation = relationReader(context);
  const kept = new Map<string, KeptPage>();
  const readAt = new Map<string, number>();

  function make(key: string, topicId: string, asked: PostsAsked, snapshot: string): KeptPage {
    const before = kept.get(key)?.ready;
    const ready = makePage(context, topicId, asked, before).catch(() => undefined);
    const page = { snapshot, until: Date.now() + knownFor, ready };
    keep(kept, key, page, pagesAtMost);
    return page;
  }

  return async (viewer, topicId, asked) => {
    const key = JSON.stringify([topicId, asked.page, asked.per_page, asked.cursor, asked.around]);
    const now = Date.now();
    const isWanted = now - (readAt.get(key) ?? 0) < wantedFor;
    keep(readAt, key, now, keysAtMost);
    if (!isWanted) return undefined;
    const before = kept.get(key);
    const known = await before?.ready;
    if (before && before.until > now && !known) return undefined;
    let postIds = known?.postIds ?? none;
    // Posts may come or go in between.
    for (let tries = 0; tries < 3; tries += 1) {
      const { snapshot, relation } = await readRelation({ viewerId: viewer.id, postIds });
      if (relation.hides) return undefined;
      let page = kept.get(key);
      if (page?.snapshot !== snapshot || page.until < now) page = make(key, topicId, asked, snapshot);
      const ready = await page.ready;
      if (!ready) return undefined;
      if (ready.postIds === postIds) return new ReadyJson(joinPage(viewer, ready, relation));
      ({ postIds } = ready);
    }
    return undefined;
  };
}

/** The last to be kept is the last to go. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value, atMost: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > atMost) map.delete(map.keys().next().value!);
}

/** Nothing where the page is not the same for everybody: who may see a photo, and who voted for what, is asked for each reader. */
async function makePage(
  context: Context,
  topicId: string,
  asked: PostsAsked,
  before: KeptPage['ready'] | undefined,
): Promise<ReadyPage | undefined> {
  const [page, known] = await Promise.all([findPostsPage(context, anybody, topicId, asked), before]);
  const { topic, rows, meta } = page;
  if (rows.some(({ has_poll, body_html }) => has_poll || photoIdsIn(body_html ?? '').length > 0)) return undefined;
  const html = await fillForumBodies(context, anybody, rows);
  const texts = rows.map((row, index) => JSON.stringify(viewForumPost(anybody, row, { html: html[index] ?? '', poll: null }, topic)));
  const end = `],"meta":${JSON.stringify(meta)}}`;
  const ids = rows.map(({ id }) => id);
  return {
    ...page,
    html,
    texts,
    end,
    alike: joined(texts, end),
    // The same list while it is the same posts: how viewers stand to it is known by it.
    postIds: known && known.postIds.join() === ids.join() ? known.postIds : ids,
  };
}

const joined = (texts: readonly string[], end: string): Buffer => Buffer.from(`{"data":[${texts.join()}${end}`);

function joinPage(viewer: Viewer, { topic, rows, html, texts, end, alike }: ReadyPage, { liked }: Relation): Buffer {
  const isOwn = ({ id, author_id }: PostsPage['rows'][number]): boolean =>
    viewer.role !== 'member' || author_id === viewer.id || liked.includes(id);
  if (!rows.some(isOwn)) return alike;
  const view = (row: PostsPage['rows'][number], index: number): string =>
    JSON.stringify(viewForumPost(viewer, { ...row, is_liked: liked.includes(row.id) }, { html: html[index] ?? '', poll: null }, topic));
  return joined(
    rows.map((row, index) => (isOwn(row) ? view(row, index) : texts[index]!)),
    end,
  );
}
