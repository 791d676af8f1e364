import { openExport, type TarFile } from './open-export.ts';
import { readCopyBlocks, readLines } from './read-copy.ts';
import {
  type Cleaner,
  importedId,
  readTime,
  type Skipped,
  type SourceCategory,
  type SourceForum,
  type SourceMember,
  type Stage,
  UnusableExport,
} from './source.ts';

type Values = Readonly<Record<string, string | null>>;

const tables = {
  users: ['id', 'username', 'name', 'created_at', 'active', 'staged', 'suspended_till'],
  user_emails: ['user_id', 'email', 'primary'],
  categories: ['id', 'name', 'color', 'description', 'position', 'parent_category_id', 'read_restricted'],
  topics: ['id', 'title', 'category_id', 'archetype', 'created_at', 'deleted_at', 'visible', 'closed', 'archived', 'pinned_at', 'views'],
  posts: ['id', 'user_id', 'topic_id', 'post_number', 'raw', 'created_at', 'deleted_at', 'hidden', 'post_type', 'reply_to_post_number'],
};

/** Tables of newer versions and of the plugin Solved, in its newer and its older form. */
const optional = ['backup_metadata', 'discourse_solved_solved_topics', 'topic_custom_fields'];

/** Reads a backup of Discourse: the archive with uploads, or `dump.sql.gz` alone. Columns are those of Discourse’s `db/structure`. */
export async function readDiscourse(file: string, stage: Stage, cleaner: Cleaner): Promise<SourceForum> {
  const reader = new DiscourseReader(stage, cleaner);
  for await (const { table, values } of readCopyBlocks(readLines(await openDump(file), cleaner), tables, optional))
    await reader.read(table, values);
  return reader.finish();
}

async function openDump(file: string): Promise<AsyncIterable<Uint8Array>> {
  const opened = await openExport(file);
  return 'plain' in opened ? opened.plain : dumpIn(opened.files, file);
}

/** Stops reading the archive after the dump. */
async function* dumpIn(files: AsyncIterable<TarFile>, file: string): AsyncGenerator<Uint8Array> {
  for await (const entry of files) if (/^(?:\.\/)?dump\.sql(?:\.gz)?$/.test(entry.name)) return yield* entry.content();
  throw new UnusableExport(`${file} is not a backup of Discourse: it contains no dump.sql.gz.`);
}

class DiscourseReader {
  readonly #stage: Stage;
  readonly #cleaner: Cleaner;
  readonly #members: (Omit<SourceMember, 'email'> & { mayClaim: boolean })[] = [];
  readonly #categories: SourceCategory[] = [];
  readonly #emails = new Map<number, string>();
  readonly #solutions = new Map<number, number>();
  #url: string | null = null;

  constructor(stage: Stage, cleaner: Cleaner) {
    this.#stage = stage;
    this.#cleaner = cleaner;
  }

  async read(table: string, values: Values): Promise<void> {
    switch (table) {
      case 'users':
        return this.#readMember(values);
      case 'user_emails':
        if (isTrue(values['primary'])) this.#emails.set(numberOf(values['user_id']), values['email'] ?? '');
        return;
      case 'categories':
        return this.#readCategory(values);
      case 'topics':
        return this.#readTopic(values);
      case 'posts':
        return this.#readPost(values);
      case 'discourse_solved_solved_topics':
        return void this.#solutions.set(numberOf(values['topic_id']), numberOf(values['answer_post_id']));
      case 'topic_custom_fields':
        if (values['name'] === 'accepted_answer_post_id') this.#solutions.set(numberOf(values['topic_id']), numberOf(values['value']));
        return;
      case 'backup_metadata':
        if (values['name'] === 'base_url') this.#url = values['value'] ?? null;
    }
  }

  /** Accounts of the software itself have ids below 1. */
  #readMember(values: Values): void {
    const id = numberOf(values['id']);
    if (id < 1) return;
    const at = timeOf(values['created_at']);
    const username = this.#cleaner.text(values['username'] ?? '');
    this.#members.push({
      id,
      uuid: importedId('member', 'discourse', { id, at }),
      username,
      name: this.#cleaner.text(values['name'] ?? '') || username,
      mayClaim: isTrue(values['active']) && !isTrue(values['staged']) && !isLater(values['suspended_till']),
      at,
    });
  }

  #readCategory(values: Values): void {
    this.#categories.push({
      id: numberOf(values['id']),
      name: values['name'] ?? '',
      // An excerpt in HTML.
      description: (values['description'] ?? '').replaceAll(/<[^<>]*>/g, ''),
      color: `#${values['color'] ?? ''}`,
      position: numberOf(values['position']),
      parentId: numberOf(values['parent_category_id']) || null,
      isOpen: !isTrue(values['read_restricted']),
    });
  }

  async #readTopic(values: Values): Promise<void> {
    const id = numberOf(values['id']);
    const at = timeOf(values['created_at']);
    const isPinned = values['pinned_at'] !== null && !isPast(values['pinned_until']);
    await this.#stage.topic({
      id,
      uuid: importedId('topic', 'discourse', { id, at }),
      category_id: numberOf(values['category_id']) || null,
      opening_id: null,
      title: values['title'] ?? '',
      at,
      is_pinned: isPinned,
      pinned_until: isPinned && isLater(values['pinned_until']) ? timeOf(values['pinned_until']) : null,
      is_locked: isTrue(values['closed']) || isTrue(values['archived']),
      views: numberOf(values['views']),
      skipped: whyTopicSkipped(values),
    });
  }

  async #readPost(values: Values): Promise<void> {
    const id = numberOf(values['id']);
    const at = timeOf(values['created_at']);
    await this.#stage.post({
      id,
      uuid: importedId('post', 'discourse', { id, at }),
      topic_id: numberOf(values['topic_id']),
      number: numberOf(values['post_number']),
      author_id: numberOf(values['user_id']) || null,
      body: values['raw'] ?? '',
      at,
      edited_at: numberOf(values['version']) > 1 ? timeOf(values['last_version_at']) : null,
      reply_to_id: null,
      reply_to_number: numberOf(values['reply_to_post_number']) || null,
      skipped: whyPostSkipped(values),
    });
  }

  finish(): SourceForum {
    const members = this.#members.map(({ mayClaim, ...member }) => ({
      ...member,
      email: mayClaim ? (this.#emails.get(member.id) ?? null) : null,
    }));
    return { members, categories: this.#categories, solutions: [...this.#solutions], url: this.#url };
  }
}

function whyTopicSkipped(values: Values): Skipped | null {
  if (values['archetype'] !== 'regular') return 'private';
  if (values['deleted_at'] !== null) return 'deleted';
  return isTrue(values['visible']) ? null : 'hidden';
}

const postTypes = { regular: 1, moderatorAction: 2, smallAction: 3 };

function whyPostSkipped(values: Values): Skipped | null {
  const type = numberOf(values['post_type']);
  if (values['deleted_at'] !== null || isTrue(values['user_deleted'])) return 'deleted';
  if (numberOf(values['user_id']) < 0 || type === postTypes.smallAction) return 'system';
  return isTrue(values['hidden']) || (type !== postTypes.regular && type !== postTypes.moderatorAction) ? 'hidden' : null;
}

const numberOf = (value: string | null | undefined): number => (/^-?\d{1,12}$/.test(value ?? '') ? Number(value) : 0);
const isTrue = (value: string | null | undefined): boolean => value === 't';

/** Discourse stores UTC without a zone. */
const milliseconds = (value: string | null | undefined): number => Date.parse(`${(value ?? '').slice(0, 23).replace(' ', 'T')}Z`);
const timeOf = (value: string | null | undefined): Date => readTime(milliseconds(value));
const isPast = (value: string | null | undefined): boolean => milliseconds(value) <= Date.now();
const isLater = (value: string | null | undefined): boolean => milliseconds(value) > Date.now();
