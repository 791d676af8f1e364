import { openExport } from './open-export.ts';
import { readCopyBlocks, readLines } from './read-copy.ts';
import {
  type Cleaner,
  importedId,
  readTime,
  type SourceCategory,
  type SourceForum,
  type SourceMember,
  type Stage,
  UnusableExport,
} from './source.ts';

// The object model of NodeBB is the same in all its databases: hashes `user:1`, `category:1`, `topic:1` and `post:1`, and sorted sets.

type Values = Readonly<Record<string, unknown>>;

interface NodebbObject {
  key: string;
  /** Fields of a hash. */
  hash: Values | null;
  /** Value of one row of a sorted set. */
  value: string | null;
}

/** Reads a plain pg_dump of NodeBB’s PostgreSQL database, or JSON lines of `mongoexport --collection=objects`. */
export async function readNodebb(file: string, stage: Stage, cleaner: Cleaner): Promise<SourceForum> {
  const opened = await openExport(file);
  if (!('plain' in opened)) throw new UnusableExport(`${file} is an archive. Unpack it, and import the dump in it.`);
  const reader = new NodebbReader(stage, cleaner);
  for await (const { key, hash, value } of objectsIn(readLines(opened.plain, cleaner), stage)) {
    if (hash) await reader.readHash(key, hash);
    else if (value !== null) reader.readMember(key, value);
  }
  return reader.finish(file);
}

async function* objectsIn(lines: AsyncGenerator<string>, stage: Stage): AsyncGenerator<NodebbObject> {
  const { value: first } = await lines.next();
  if (first === undefined) return;
  const all = startWith(first, lines);
  if (first.startsWith('['))
    throw new UnusableExport('The file is one JSON list. Export it with one object a line: mongoexport without --jsonArray.');
  yield* first.startsWith('{') ? objectsInJson(all, stage) : objectsInDump(all, stage);
}

async function* startWith<Value>(first: Value, rest: AsyncIterable<Value>): AsyncGenerator<Value> {
  yield first;
  yield* rest;
}

async function* objectsInDump(lines: AsyncIterable<string>, stage: Stage): AsyncGenerator<NodebbObject> {
  const tables = { legacy_hash: ['_key', 'data'], legacy_zset: ['_key', 'value'] };
  for await (const { table, values } of readCopyBlocks(lines, tables)) {
    const key = values['_key'] ?? '';
    if (table === 'legacy_zset') yield { key, hash: null, value: values['value'] ?? null };
    else if (wantedHash.test(key)) {
      const hash = parseObject(values['data'] ?? '');
      if (hash) yield { key, hash, value: null };
      else if (key.startsWith('post:')) stage.skip('posts', 'unreadable');
    }
  }
}

/** The last line tells a truncated file from a damaged object. */
async function* objectsInJson(lines: AsyncIterable<string>, stage: Stage): AsyncGenerator<NodebbObject> {
  let isDamaged = false;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const object = parseObject(line);
    isDamaged = object === null;
    if (object === null) {
      stage.skip('posts', 'unreadable');
      continue;
    }
    const { _key: key, value } = object;
    if (typeof key !== 'string') continue;
    if (wantedHash.test(key)) yield { key, hash: object, value: null };
    else if (typeof value === 'string') yield { key, hash: null, value };
  }
  if (isDamaged) throw new UnusableExport('The file is truncated: its last line is not complete. Export it again.');
}

function parseObject(json: string): Values | null {
  try {
    const object: unknown = JSON.parse(json);
    return typeof object === 'object' && object !== null && !Array.isArray(object) ? (object as Values) : null;
  } catch {
    return null;
  }
}

const wantedHash = /^(user|category|topic|post):[^:]+$|^post:https?:/;
/** A category is open if a group of all members may read its topics. */
const readers = /^(?:group:)?cid:(\d+):privileges:groups:topics:read:members$/;
const everybody = new Set(['registered-users', 'guests']);

class NodebbReader {
  readonly #stage: Stage;
  readonly #cleaner: Cleaner;
  readonly #openCategories = new Set<number>();
  readonly #categories = new Map<number, Values>();
  readonly #members = new Map<number, Values>();
  readonly #banned = new Set<number>();
  readonly #solutions: [number, number][] = [];

  constructor(stage: Stage, cleaner: Cleaner) {
    this.#stage = stage;
    this.#cleaner = cleaner;
  }

  /** Reads a row of a sorted set. */
  readMember(key: string, value: string): void {
    const cid = readers.exec(key)?.[1];
    if (cid !== undefined && everybody.has(value)) this.#openCategories.add(Number(cid));
    if (key === 'users:banned') this.#banned.add(Number(value));
  }

  async readHash(key: string, values: Values): Promise<void> {
    const [, kind = '', name = ''] = /^(\w+):(.*)$/s.exec(key) ?? [];
    const id = /^\d{1,12}$/.test(name) ? Number(name) : 0;
    if (kind === 'topic') return this.#topic(id, values);
    if (kind === 'post') return this.#post(id, values);
    if (id === 0) return;
    if (kind === 'category') this.#categories.set(id, values);
    else {
      const { username, fullname, email, joindate, banned } = values;
      this.#members.set(id, { username, fullname, email, joindate, banned, confirmed: values['email:confirmed'] });
    }
  }

  async #topic(id: number, values: Values): Promise<void> {
    if (id === 0) return this.#stage.skip('topics', 'remote');
    const at = readTime(numberOf(values['timestamp']));
    const pinExpiry = numberOf(values['pinExpiry']);
    const solvedId = numberOf(values['solvedPid']);
    if (solvedId > 0) this.#solutions.push([id, solvedId]);
    await this.#stage.topic({
      id,
      uuid: importedId('topic', 'nodebb', { id, at }),
      category_id: numberOf(values['cid']) || null,
      opening_id: numberOf(values['mainPid']) || null,
      title: textOf(values['title']),
      at,
      is_pinned: isTrue(values['pinned']),
      pinned_until: pinExpiry > 0 ? new Date(pinExpiry) : null,
      is_locked: isTrue(values['locked']),
      views: numberOf(values['viewcount']),
      skipped: isTrue(values['deleted']) ? 'deleted' : numberOf(values['timestamp']) > Date.now() ? 'hidden' : null,
    });
  }

  async #post(id: number, values: Values): Promise<void> {
    if (id === 0) return this.#stage.skip('posts', 'remote');
    const at = readTime(numberOf(values['timestamp']));
    const edited = numberOf(values['edited']);
    await this.#stage.post({
      id,
      uuid: importedId('post', 'nodebb', { id, at }),
      topic_id: numberOf(values['tid']),
      number: at.getTime(),
      author_id: numberOf(values['uid']) || null,
      body: textOf(values['content']),
      at,
      edited_at: edited > 0 ? readTime(edited) : null,
      reply_to_id: numberOf(values['toPid']) || null,
      reply_to_number: null,
      skipped: isTrue(values['deleted']) ? 'deleted' : null,
    });
  }

  finish(file: string): SourceForum {
    if (this.#categories.size === 0 || this.#members.size === 0)
      throw new UnusableExport(`${file} is not an export of NodeBB: it has no categories or no users.`);
    return {
      members: [...this.#members].map(([id, values]) => this.#viewMember(id, values)),
      categories: [...this.#categories].map(([id, values]) => this.#viewCategory(id, values)),
      solutions: this.#solutions,
      url: null,
    };
  }

  #viewMember(id: number, { username, fullname, email, joindate, banned, confirmed }: Values): SourceMember {
    const at = readTime(numberOf(joindate));
    const mayClaim = isTrue(confirmed) && !isTrue(banned) && !this.#banned.has(id);
    return {
      id,
      uuid: importedId('member', 'nodebb', { id, at }),
      username: this.#cleaner.text(textOf(username)),
      name: this.#cleaner.text(textOf(fullname) || textOf(username)),
      email: mayClaim ? textOf(email) : null,
      at,
    };
  }

  #viewCategory(id: number, values: Values): SourceCategory {
    return {
      id,
      name: textOf(values['name']),
      description: textOf(values['description']),
      color: textOf(values['bgColor']),
      position: numberOf(values['order']),
      parentId: numberOf(values['parentCid']) || null,
      isOpen: this.#openCategories.has(id) && !isTrue(values['disabled']),
    };
  }
}

/** Reads numbers of JSON, of the extended JSON of MongoDB (`{"$numberLong":"5"}`), and in text. */
function numberOf(value: unknown): number {
  const plain = typeof value === 'object' && value !== null ? Object.values(value)[0] : value;
  const number = typeof plain === 'number' || typeof plain === 'string' ? Number(plain) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

const isTrue = (value: unknown): boolean => value === true || value === 'true' || numberOf(value) > 0;
