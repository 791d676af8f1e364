import * as limits from '@mbari/contract/platform/limits';
import { slugOf } from '@mbari/contract/platform/slug';
import pg from 'pg';
import type { Context } from '../../platform/context.ts';
import { withoutTimeouts } from '../../platform/db/connect.ts';
import { newId } from '../../platform/ids.ts';
import { convertBody, type Forum, imageKeys, quotedPosts } from './convert-body.ts';
import { imageOf, importImages, type StoredImages, type WantedImages } from './import-images.ts';
import { type MemberPlan, planMembers, writeMembers } from './import-members.ts';
import * as queries from './queries.ts';
import { readDiscourse } from './read-discourse.ts';
import { readNodebb } from './read-nodebb.ts';
import {
  Cleaner,
  type Skipped,
  type SourceCategory,
  type SourceForum,
  type SourcePost,
  type SourceTopic,
  type Stage,
  type Watched,
} from './source.ts';
import * as stageQueries from './stage-queries.ts';
import { type ConvertedPost, renderImported, writePosts } from './write-posts.ts';

export interface ImportOptions extends Watched {
  forum: Forum;
  file: string;
  /** NodeBB’s folder `public/uploads`. */
  uploads: string | null;
  /** Address of the other forum, for links that stay links. */
  url: string | null;
  isDryRun: boolean;
}

export interface ImportReport {
  members: { added: number; linked: number; earlier: number; left: number; unclaimable: number; renamed: { from: string; to: string }[] };
  categories: { added: string[]; existing: string[]; closed: string[] };
  topics: number;
  posts: number;
  /** Posts imported by an earlier run. */
  earlierPosts: number;
  skipped: stageQueries.StageCounts['skipped'];
  images: { stored: number; wanted: number };
  cleaned: number;
  dropped: number;
}

/**
 * Imports the export of another forum. A repeated run continues a killed one and adds what a newer export has. Throws UnusableExport.
 * Notifies nobody.
 */
export async function importForum(context: Context, options: ImportOptions): Promise<ImportReport> {
  const client = new pg.Client(withoutTimeouts(context.db.direct));
  // A lost connection fails the next statement. Without a listener, it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (!(await stageQueries.tryLock(client))) throw new Error('Another import is running. Wait for its end.');
    await stageQueries.createStage(client);
    return await new ForumImport(context, client, options).run();
  } finally {
    await client.end();
  }
}

class ForumImport {
  readonly #context: Context;
  readonly #client: pg.Client;
  readonly #options: ImportOptions;
  readonly #cleaner = new Cleaner();

  constructor(context: Context, client: pg.Client, options: ImportOptions) {
    this.#context = context;
    this.#client = client;
    this.#options = options;
  }

  async run(): Promise<ImportReport> {
    const { forum, file, isDryRun } = this.#options;
    const stage = new BufferedStage(this.#client, this.#cleaner, this.#options);
    const source = await (forum === 'nodebb' ? readNodebb : readDiscourse)(file, stage, this.#cleaner);
    await stage.flush();
    const categories = await this.#planCategories(source.categories);
    await stageQueries.arrangeStage(this.#client, { openCategories: [...categories.keys()], solutions: source.solutions });
    const counts = await stageQueries.countStage(this.#client);
    const hasPosts = await stageQueries.listAuthors(this.#client);
    const members = await planMembers(this.#context, source.members, { hasPosts, cleaner: this.#cleaner });
    const images = isDryRun
      ? { stored: 0, wanted: countPairs(await this.#wantedImages(members)) }
      : await this.#write({ source, categories, members, posts: counts.posts });
    const planned = [...categories.values()];
    return {
      members: viewMembers(members),
      categories: {
        added: planned.flatMap(({ name, isNew }) => (isNew ? [name] : [])),
        existing: planned.flatMap(({ name, isNew }) => (isNew ? [] : [name])),
        closed: source.categories.flatMap(({ name, isOpen }) => (isOpen ? [] : [this.#cleaner.line(name, limits.forumCategory)])),
      },
      topics: counts.topics,
      posts: counts.posts,
      earlierPosts: counts.earlier,
      skipped: [...counts.skipped, ...stage.skipped],
      images,
      cleaned: this.#cleaner.cleaned,
      dropped: this.#cleaner.dropped,
    };
  }

  /** Decides the category here of each open category there. The same name means the same category. */
  async #planCategories(categories: readonly SourceCategory[]): Promise<Map<number, PlannedCategory>> {
    const existing = new Map((await queries.listCategorySlugs(this.#context.db)).map(({ id, slug }) => [slug, id]));
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    const taken = new Set<string>();
    const planned = new Map<number, PlannedCategory>();
    for (const category of categories.filter(({ isOpen }) => isOpen).toSorted(topLevelFirst)) {
      const parent = category.parentId === null ? undefined : names.get(category.parentId);
      const candidates = [
        category.name,
        ...(parent === undefined ? [] : [`${parent}: ${category.name}`]),
        `${category.name} ${category.id}`,
      ];
      const name =
        candidates
          .map((candidate) => this.#cleaner.line(candidate, limits.forumCategory))
          .find((candidate) => slugOf(candidate) !== '-' && !taken.has(slugOf(candidate))) ?? `Category ${category.id}`;
      const slug = slugOf(name);
      taken.add(slug);
      planned.set(category.id, { id: existing.get(slug) ?? newId(), isNew: !existing.has(slug), name, slug, category });
    }
    return planned;
  }

  async #write({ source, categories, members, posts }: Plan): Promise<ImportReport['images']> {
    const added = [...categories.values()].filter(({ isNew }) => isNew);
    await queries.insertCategories(
      this.#context.db,
      added.map(({ id, name, slug, category }) => ({
        ...{ id, name, slug, description: this.#cleaner.line(category.description, limits.forumDescription) },
        color: /^#[0-9a-f]{6}$/i.test(category.color) ? category.color.toLowerCase() : defaultColor,
      })),
    );
    await writeMembers(this.#context, members, this.#options);
    const wanted = await this.#wantedImages(members);
    const stored = await importImages(this.#context, wanted, this.#options);
    const url = (this.#options.url ?? source.url)?.replace(/\/+$/, '') ?? null;
    const renamed = renamedMembers(source, members);
    for (let queued = await stageQueries.listQueue(this.#client, 0); queued.length > 0;) {
      this.#options.signal.throwIfAborted();
      await this.#writeBatch(queued, { categories, members, stored, url, renamed });
      const { place } = queued.at(-1)!;
      this.#options.onProgress(`Posts: ${place} of ${posts}`);
      queued = await stageQueries.listQueue(this.#client, place);
    }
    return { stored: stored.size, wanted: countPairs(wanted) };
  }

  /** Converts and renders before the transaction, and writes in one. */
  async #writeBatch(queued: readonly stageQueries.QueuedPost[], { categories, members, stored, url, renamed }: Written): Promise<void> {
    const { forum } = this.#options;
    const quoted = await stageQueries.findQuoted(
      this.#client,
      queued.flatMap(({ body }) => quotedPosts(forum, body)),
    );
    const posts: ConvertedPost[] = [];
    for (const post of queued) {
      const authorId = post.author_id === null ? null : (members.authors.get(post.author_id)?.id ?? null);
      const body = convertBody(forum, post.body, {
        findPost: ({ id, topicId, number }) => quoted.get(id === null ? `${topicId}:${number}` : String(id)),
        renamed,
        findImage: (key) => (authorId === null ? undefined : stored.get(imageOf(key, authorId))),
        url,
      });
      posts.push({ ...post, author_id: authorId, body, rendered: await renderImported(this.#context, body) });
    }
    const topics = await stageQueries.listStagedTopics(this.#client, [...new Set(queued.map(({ topic_id }) => topic_id))]);
    const converted = topics.map((topic) => ({ ...topic, category_id: categories.get(topic.category_id)!.id }));
    await this.#context.db.transaction((tx) => writePosts(tx, posts, converted));
  }

  async #wantedImages({ authors }: MemberPlan): Promise<WantedImages> {
    const { forum, file, uploads } = this.#options;
    const byKey = new Map<string, Set<string>>();
    for (let queued = await stageQueries.listQueue(this.#client, 0); queued.length > 0;) {
      this.#options.signal.throwIfAborted();
      for (const { body, author_id } of queued) {
        const memberId = author_id === null ? null : (authors.get(author_id)?.id ?? null);
        if (memberId !== null) for (const key of imageKeys(forum, body)) byKey.set(key, (byKey.get(key) ?? new Set()).add(memberId));
      }
      queued = await stageQueries.listQueue(this.#client, queued.at(-1)!.place);
    }
    return { byKey, from: forum === 'discourse' ? { archive: file } : uploads === null ? null : { folder: uploads } };
  }
}

interface PlannedCategory {
  id: string;
  isNew: boolean;
  name: string;
  slug: string;
  category: SourceCategory;
}

interface Plan {
  source: SourceForum;
  categories: ReadonlyMap<number, PlannedCategory>;
  members: MemberPlan;
  posts: number;
}

interface Written extends Pick<Plan, 'categories' | 'members'> {
  stored: StoredImages;
  url: string | null;
  renamed: ReadonlyMap<string, string>;
}

/** Sorts top-level categories first: they keep their names, and a child with the same name gets a longer one. */
const topLevelFirst = (a: SourceCategory, b: SourceCategory): number =>
  Number(a.parentId !== null) - Number(b.parentId !== null) || a.position - b.position || a.id - b.id;

const defaultColor = '#8a5a2b';

const countPairs = ({ byKey }: WantedImages): number => [...byKey.values()].reduce((sum, memberIds) => sum + memberIds.size, 0);

/** Returns new usernames by the names that mentions use: the username, and NodeBB’s form of it without spaces. */
function renamedMembers({ members }: SourceForum, { authors }: MemberPlan): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const { id, username } of members) {
    const author = authors.get(id);
    const written = username.toLowerCase();
    for (const name of [written, written.replaceAll(/\s+/g, '-')])
      if (author && author.username !== name) renamed.set(name, author.username);
  }
  return renamed;
}

const viewMembers = ({ added, linked, earlier, left }: MemberPlan): ImportReport['members'] => ({
  added: added.length,
  linked: linked.length,
  earlier,
  left,
  unclaimable: added.filter(({ email }) => email === null).length,
  renamed: added.flatMap(({ source, username }) =>
    username === source.username.toLowerCase() ? [] : [{ from: source.username, to: username }],
  ),
});

/** Writes topics and posts into the temporary tables in batches. */
class BufferedStage implements Stage {
  readonly skipped: ImportReport['skipped'] = [];
  readonly #client: pg.Client;
  readonly #cleaner: Cleaner;
  readonly #watched: Watched;
  #topics: SourceTopic[] = [];
  #posts: SourcePost[] = [];
  #characters = 0;
  #postsCount = 0;

  constructor(client: pg.Client, cleaner: Cleaner, watched: Watched) {
    this.#client = client;
    this.#cleaner = cleaner;
    this.#watched = watched;
  }

  async topic(topic: SourceTopic): Promise<void> {
    const title = this.#cleaner.line(topic.title, limits.forumTitle) || `Topic ${topic.id}`;
    this.#topics.push({ ...topic, title, views: Math.min(topic.views, 2_000_000_000) });
    if (this.#topics.length >= 1_000) await this.flush();
  }

  async post(post: SourcePost): Promise<void> {
    const body = this.#cleaner.text(post.body);
    this.#posts.push({ ...post, body });
    this.#characters += body.length;
    if (this.#posts.length >= 1_000 || this.#characters > 4_000_000) await this.flush();
  }

  skip(kind: 'topics' | 'posts', reason: Skipped): void {
    const entry = this.skipped.find((skipped) => skipped.kind === kind && skipped.reason === reason);
    if (entry) entry.count += 1;
    else this.skipped.push({ kind, reason, count: 1 });
  }

  async flush(): Promise<void> {
    this.#watched.signal.throwIfAborted();
    await stageQueries.stageTopics(this.#client, this.#topics);
    await stageQueries.stagePosts(this.#client, this.#posts);
    this.#postsCount += this.#posts.length;
    [this.#topics, this.#posts, this.#characters] = [[], [], 0];
    this.#watched.onProgress(`Reading: ${this.#postsCount} posts`);
  }
}
