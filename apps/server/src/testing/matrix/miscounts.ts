import type { Actor } from './actors.ts';
import type { Crawled } from './crawl.ts';

type Json = Record<string, any>;

/** Returns every count that differs from the number of items the actor can list. */
export function miscounts(actor: Actor, answers: Crawled[]): string[] {
  const problems: string[] = [];
  const compare: Compare = (where, counted, listed) => {
    if (listed !== undefined && counted !== listed) problems.push(`${actor}: ${where} says ${counted}, and ${listed} can be listed`);
  };
  const listed: Listed = new Map();
  for (const { path, pages } of answers) {
    const { meta } = pages[0]!.json ?? {};
    if (typeof meta?.total !== 'number') continue;
    const items: Json[] = pages.flatMap(({ json }) => json.data.notifications ?? json.data);
    listed.set(path.replace('per_page=4&', ''), items);
    if (meta.total_is_capped !== true) compare(`${path} total`, meta.total, items.length);
    if (new Set(items.map(({ id }) => id)).size !== items.length) problems.push(`${actor}: ${path} repeats itself`);
  }
  for (const { call, path, pages } of answers)
    for (const thing of pages.flatMap(({ json }) => (json?.data === undefined ? [] : thingsIn(json.data)))) {
      const file = `${call.name} ${path} ${thing['id']}`;
      compareThing(thing, file, listed, compare);
      if ('stats' in thing) compareProfile(thing, file, listed, compare);
    }
  compareGroups(answers, listed, compare);
  compareNews(answers, listed, compare);
  return problems;
}

type Compare = (where: string, counted: number, listed: number | undefined) => void;
/** Complete lists by path. */
type Listed = Map<string, Json[]>;

/** Compares the counts of a post, a comment, a member and a poll. */
function compareThing(thing: Json, path: string, listed: Listed, compare: Compare): void {
  const lengthOf = (path: string): number | undefined => listed.get(path)?.length;
  if ('images' in thing) {
    compare(`${path} likes_count`, thing['likes_count'], lengthOf(`/photos/${thing['id']}/likes?`));
    compare(`${path} comments_count`, thing['comments_count'], countReplies(listed.get(`/photos/${thing['id']}/comments?`)));
  }
  if ('replies_count' in thing) compare(`${path} replies_count`, thing['replies_count'], lengthOf(`/comments/${thing['id']}/replies?`));
  if ('mentions' in thing && 'is_liked' in thing && thing['user'] !== null)
    compare(`${path} likes_count`, thing['likes_count'], lengthOf(`/comments/${thing['id']}/likes?`));
  if ('username' in thing && 'followers_count' in thing)
    compare(`${path} followers_count`, thing['followers_count'], lengthOf(`/users/${thing['id']}/followers?`));
  if ('username' in thing && 'following_count' in thing)
    compare(`${path} following_count`, thing['following_count'], lengthOf(`/users/${thing['id']}/following?`));
  if ('voters_count' in thing)
    for (const choice of thing['choices']) {
      const voters = [...listed].find(([address]) => address.includes(`choice=${choice.id}`))?.[1];
      if (choice.votes_count !== null) compare(`${path} votes_count`, choice.votes_count, voters?.length);
    }
}

/** Returns the number of comments and replies, without tombstones of hidden comments. */
const countReplies = (comments: Json[] | undefined): number | undefined =>
  comments?.reduce((sum, { user, replies_count }) => sum + (user === null ? 0 : 1) + replies_count, 0);

function compareProfile(profile: Json, path: string, listed: Listed, compare: Compare): void {
  const posts = listed.get(`/users/${profile['username']}/photos?`);
  compare(`${path} photos_count`, profile['stats'].photos_count, posts?.length);
  for (const count of ['likes_count', 'comments_count'])
    compare(
      `${path} ${count}`,
      profile['stats'][count],
      posts?.reduce((sum, post) => sum + post[count], 0),
    );
  for (const { slug, photos_count } of profile['photo_categories'] ?? [])
    compare(`${path} ${slug}`, photos_count, listed.get(`/users/${profile['username']}/photos?category=${slug}`)?.length);
}

const answerTo = (answers: Crawled[], name: string): any =>
  answers.find(({ call, pages }) => call.name === name && pages[0]!.status === 200)?.pages[0]!.json.data;

/** Compares the counts of categories, tags and search groups. */
function compareGroups(answers: Crawled[], listed: Listed, compare: Compare): void {
  const lengthOf = (path: string): number | undefined => listed.get(path)?.length;
  for (const { slug, photos_count } of answerTo(answers, 'listCategories') ?? [])
    compare(`/categories ${slug}`, photos_count, lengthOf(`/photos?category=${slug}`));
  for (const { call, path, pages } of answers) {
    const uses = call.name === 'readTag' ? pages[0]!.json?.data : undefined;
    if (!uses) continue;
    const topics = answers
      .find((crawled) => crawled.path.startsWith(`${path.replace('?', '')}/topics?`))
      ?.pages.flatMap(({ json }) => json.data);
    compare(`${path} photos_count`, uses.photos_count, lengthOf(`/photos?tag=${uses.tag}`));
    compare(`${path} topics_count`, uses.topics_count, topics?.length);
  }
  for (const { call, path, pages } of answers) {
    const groups = call.name === 'searchEverything' ? pages[0]!.json?.data : undefined;
    if (!groups) continue;
    const q = path.replace(/^.*q=/, '');
    compare(`${path} members`, groups.members.total, lengthOf(`/users?search=${q}`));
    compare(`${path} topics`, groups.topics.total, lengthOf(`/forum/topics?search=${q}`));
  }
}

function compareNews(answers: Crawled[], listed: Listed, compare: Compare): void {
  for (const { call, path, pages } of answers) {
    const counts = call.name === 'listNotifications' ? pages[0]!.json?.data : undefined;
    if (!counts) continue;
    if (!counts.unread_count_is_capped)
      compare(`${path} unread_count`, counts.unread_count, listed.get('/forum/notifications?filter=unread')?.length);
    if (counts.unread_groups_count !== undefined && !counts.unread_groups_count_is_capped)
      compare(
        `${path} unread_groups_count`,
        counts.unread_groups_count,
        listed.get('/forum/notifications?grouped=1&filter=unread')?.length,
      );
  }
  const own = answerTo(answers, 'readMe')?.id;
  const fresh = answerTo(answers, 'countNewPhotos')?.count;
  // The viewer's own posts do not count as new, and counts end at 99.
  const news = listed.get('/photos?')?.filter(({ user }) => user.id !== own).length;
  if (fresh !== undefined) compare('new photos', fresh, news && Math.min(news, 99));
}

/** Returns every object in a response, at any depth. */
const thingsIn = (value: unknown): Json[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(Array.isArray(value) ? [] : [value as Json]), ...Object.values(value).flatMap(thingsIn)];
