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
