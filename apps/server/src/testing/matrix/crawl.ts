import { allCalls } from '@mbari/contract/all';
import type { Endpoint } from '@mbari/contract/platform/endpoint';
import type { TestAnswer } from '../app.ts';
import { runConcurrently } from '../run-concurrently.ts';
import type { Actor } from './actors.ts';
import { tokenFor, type World } from './world.ts';

/** Known ids and names for path parameters. */
export interface Known {
  usernames: string[];
  members: string[];
  photos: string[];
  tags: string[];
  comments: string[];
  topics: { id: string; opening_id: string }[];
  /** Polls of opening posts. */
  polls: { choices: { id: string }[] }[];
  /** Paths to read for each path template that the lists above do not cover. */
  others?: Readonly<Record<string, readonly string[]>>;
}

/** All pages of one address. */
export interface Crawled {
  call: Pick<Endpoint, 'name' | 'path'>;
  /** Path and query, without the cursor. */
  path: string;
  pages: TestAnswer[];
}

/** Calls tested elsewhere: the export is compressed, no actor is an applicant, and no app asks for consent. */
const readElsewhere = ['exportAccount', 'readOwnApplication', 'readConsent'];

/** All GET endpoints that do not redirect. */
export const readCalls = allCalls.filter(({ method, status, name }) => method === 'GET' && status !== 302 && !readElsewhere.includes(name));

/** Older than every post. */
const beginning = '00000000-0000-7000-8000-000000000000';

/** Additional queries of each endpoint. */
const queries: Record<string, (known: Known) => string[]> = {
  listPhotos: ({ usernames, tags }) => [
    ...['feed=following', 'category=film', 'category=music'],
    ...usernames.map((name) => `username=${name}`),
    ...tags.map((tag) => `tag=${tag}`),
  ],
  completeTag: ({ tags }) => ['prefix=', 'prefix=canary', ...tags.map((tag) => `prefix=${tag.slice(0, -1)}`)],
  listMembers: ({ usernames }) => usernames.slice(0, 4).map((name) => `search=${name}`),
  listProfilePhotos: () => ['category=film', 'category=music'],
  listConversations: () => ['list=unread', 'list=requests'],
  listMessages: () => ['since=0'],
  searchMessages: () => ['q=ndewo'],
  searchForum: () => ['q=opening', 'q=reply'],
  searchEverything: ({ usernames, tags }) => [...['opening', 'test'], ...usernames.slice(0, 4), ...tags].map((q) => `q=${q}`),
  listTopics: () => ['search=opening'],
  listSimilarTopics: () => ['title=How+do+you+weave+it'],
  listPollVoters: ({ polls }) => polls.flatMap(({ choices }) => choices.map(({ id }) => `choice=${id}`)),
  listPresence: ({ members }) => [`ids=${members.slice(0, 50).join()}`],
  readEvents: ({ photos, topics, members }) => [
    `watch=${[...photos.slice(0, 8).map((id) => `photo:${id}`), ...topics.slice(0, 4).map(({ id }) => `topic:${id}`), ...members.slice(0, 8).map((id) => `member:${id}`)].join()}`,
  ],
  listNotifications: () => ['filter=unread', 'filter=read', ...['all', 'unread', 'read'].map((filter) => `grouped=1&filter=${filter}`)],
};

/** Reads every endpoint as this actor, by a session or an API token, with every known path parameter, and each list to its end. */
export async function crawl(world: World, actor: Actor, known: Known, apiToken?: string): Promise<Crawled[]> {
  const token = apiToken ?? (await tokenFor(world, actor));
  const feeds = known.usernames.map((name) => ({
    call: { name: 'feed', path: '/user/{username}/feed.atom' } as const,
    path: `/user/${name}/feed.atom`,
  }));
  const requests = [...readCalls.flatMap((call) => addressesOf(call, known)), ...feeds];
  return runConcurrently(requests, 2, async (request) => ({ ...request, pages: await readToEnd(world, request, token) }));
}

function addressesOf(call: Endpoint, known: Known): { call: Endpoint; path: string }[] {
  const isList = 'per_page' in ((call.shape.query as { shape?: object } | undefined)?.shape ?? {});
  const plain = call.name === 'countNewPhotos' ? `after=${beginning}` : '';
  return pathsOf(call.path, known).flatMap((path) =>
    [plain, ...(queries[call.name]?.(known) ?? [])].map((query) => ({ call, path: `${path}?${isList ? 'per_page=4&' : ''}${query}` })),
  );
}

function pathsOf(path: string, { usernames, members, photos, tags, comments, topics, others }: Known): readonly string[] {
  if (others?.[path]) return others[path];
  if (path.startsWith('/forum/topics/{id}'))
    return topics.map((topic) => path.replace('{id}', topic.id).replace('{postId}', topic.opening_id));
  if (path.includes('{place}')) return topics.map((topic) => path.replace('{place}', `topic:${topic.id}`));
  if (path.includes('{tag}')) return tags.map((tag) => path.replace('{tag}', tag));
  if (path.includes('{username}')) return usernames.map((name) => path.replace('{username}', name));
  if (path.startsWith('/comments/')) return comments.map((id) => path.replace('{id}', id));
  if (path.includes('{id}')) return (path.startsWith('/photos/') ? photos : members).map((id) => path.replace('{id}', id));
  return [path];
}

async function readToEnd(
  { app }: World,
  { call, path }: { call: Crawled['call']; path: string },
  token: string | undefined,
): Promise<TestAnswer[]> {
  const pages: TestAnswer[] = [];
  for (let cursor = ''; ;) {
    const page = await app.call('GET', call.name === 'feed' ? `${app.url}${path}` : `${path}${cursor}`, { token });
    pages.push(page);
    const next: unknown = page.json?.meta?.next_cursor;
    if (typeof next !== 'string') return pages;
    cursor = `&cursor=${next}`;
  }
}

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
