import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** What a hint can say has changed: its letter on the way, and how many ids stand behind it. */
const kinds = {
  /** Some were written: whose they are stands in their table. */
  notifications: ['n', 0],
  /** Some of a member's are gone. */
  notifications_removed: ['d', 1],
  /** Any change of a photo or topic. */
  photo: ['p', 1],
  topic: ['t', 1],
  /** A like of a photo (photo, member) or of a comment (photo, comment, member). */
  photo_likes: ['l', 2],
  comment_likes: ['m', 3],
  /** A new comment: photo, comment. */
  comment_added: ['c', 2],
  comment_removed: ['e', 2],
  /** The topic's own fields, such as its title, but none of its posts. */
  topic_details: ['u', 1],
  /** A forum post: topic, post. */
  post_added: ['A', 2],
  post_changed: ['C', 2],
  post_removed: ['D', 2],
  /** A like of a forum post: topic, post, member. */
  post_likes: ['L', 3],
  /** A post is new. */
  feed: ['f', 1],
  /** The first member follows the second, or does no longer. */
  follow: ['o', 2],
  /** The first member blocked, muted, unblocked or unmuted the second. */
  relation: ['b', 2],
  /** The audience of a member's posts changed, or the account was suspended, closed or restored. */
  audience: ['v', 1],
  /** In a topic, a member is writing, or has replied. */
  replying: ['r', 2],
  replied: ['s', 2],
  /** What is announced to everybody is other than it was. */
  announcements: ['a', 0],
  /** A member has streams open on the node that says so, or no longer. */
  online: ['+', 1],
  offline: ['-', 1],
  /** A node has come, and knows nothing yet of who is online. */
  hello: ['?', 0],
  /** A member changed something: until replicas have it, they read from the writer. */
  wrote: ['w', 1],
  /** More than could be said. */
  everything: ['!', 0],
} as const satisfies Record<string, readonly [letter: string, ids: 0 | 1 | 2 | 3]>;

type Ids = { 0: []; 1: [id: string]; 2: [id: string, other: string]; 3: [id: string, item: string, member: string] };
/** What has changed, by its ids: enough to know who is to read anew, and nothing of what is to be read. */
export type Hint = { [Kind in keyof typeof kinds]: [kind: Kind, ...ids: Ids[(typeof kinds)[Kind][1]]] }[keyof typeof kinds];

export type HearHints = (hints: Hint[], node: string) => void;

/** What this process has changed since the last flush, for its own streams and for other nodes. */
export interface Hints {
  /** Of this process, among those that share the database. */
  readonly node: string;
  add(hint: Hint): void;
  /** Hears what this process says. Answers how to stop. */
  listen(hear: HearHints): () => void;
  /** Says what is left to say. */
  close(): Promise<void>;
}

export const hintsChannel = 'mbari_hints';
/** At most twenty times a second. */
const flushEveryMs = 50;
const retryMs = 500;
const closeWithinMs = 1_000;
/** PostgreSQL takes no more than 8,000 bytes in one. */
const chunkBytes = 7_900;
const mostUnsent = 20_000;

/** Gathers hints and sends them on, outside of every transaction: a NOTIFY in one would have commits wait for each other. */
export function openHints(send: (chunks: string[]) => Promise<unknown>): Hints {
  const node = randomBytes(6).toString('base64url');
  const listeners = new Set<HearHints>();
  const outgoing = openOutgoing((tokens) => send(inChunks(node, tokens)), flushIn);
  let fresh = new Set<string>();
  let flushedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  function flushIn(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, ms).unref();
  }

  function flush(): Promise<void> {
    flushedAt = performance.now();
    const now = fresh;
    fresh = new Set();
    outgoing.add(now);
    const hints = decodeAll(now);
    if (hints.length > 0) for (const hear of listeners) hear(hints, node);
    return outgoing.send();
  }

  return {
    node,
    add(hint) {
      const token = encode(hint);
      // Said again it counts where it was said last.
      fresh.delete(token);
      fresh.add(token);
      flushIn(Math.max(0, flushedAt + flushEveryMs - performance.now()));
    },
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      const last = outgoing.settle().then(() => (fresh.size + outgoing.size > 0 ? flush() : undefined));
      // A database that is away is not waited for.
      await Promise.race([last, wait(closeWithinMs, undefined, { ref: false })]);
      clearTimeout(timer);
    },
  };
}

/** Hints on their way to other nodes, as tokens. */
interface Outgoing {
  /** How many wait. */
  readonly size: number;
  add(tokens: Iterable<string>): void;
  /** Sends what waits, one send after the other. */
  send(): Promise<void>;
  /** Waits for the send that is under way. */
  settle(): Promise<void>;
}

/** What cannot be sent waits for the next send, which `sendIn` asks for. */
function openOutgoing(send: (tokens: Iterable<string>) => Promise<unknown>, sendIn: (ms: number) => void): Outgoing {
  let unsent = new Set<string>();
  let sending: Promise<void> | undefined;

  async function sendOn(): Promise<void> {
    if (unsent.size === 0) return;
    const now = unsent;
    unsent = new Set();
    try {
      await send(now);
      if (unsent.size > 0) sendIn(flushEveryMs);
    } catch {
      unsent = new Set([...now, ...unsent]);
      boundUnsent();
      sendIn(retryMs);
    }
  }

  /** Of what waits, however long. What can go at once goes as it is. */
  function boundUnsent(): void {
    if (unsent.size > mostUnsent) unsent = new Set([encode(['everything'])]);
  }

  return {
    get size() {
      return unsent.size;
    },
    add(tokens) {
      for (const token of tokens) unsent.add(token);
      if (sending) boundUnsent();
    },
    send: () => (sending ??= sendOn().finally(() => (sending = undefined))),
    settle: () => Promise.resolve(sending),
  };
}

/** What a node said; nothing of what cannot be read, such as what a newer version says. */
export function readChunk(text: string): { node: string; hints: Hint[] } {
  const [node = '', ...tokens] = text.split(' ');
  return { node, hints: decodeAll(tokens) };
}

function inChunks(node: string, tokens: Iterable<string>): string[] {
  const chunks: string[] = [];
  let chunk = node;
  for (const token of tokens) {
    if (chunk.length + token.length >= chunkBytes) {
      chunks.push(chunk);
      chunk = node;
    }
    chunk += ` ${token}`;
  }
  return [...chunks, chunk];
}

const encode = ([kind, ...ids]: Hint): string =>
  kinds[kind][0] + ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')).join('');

const decodeAll = (tokens: Iterable<string>): Hint[] => [...tokens].map(decode).filter((hint) => hint !== undefined);

const byLetter = new Map(Object.entries(kinds).map(([kind, [letter, ids]]) => [letter as string, { kind, ids }]));
/** Of an id in base64url. */
const idLength = 22;

function decode(token: string): Hint | undefined {
  const known = byLetter.get(token.charAt(0));
  if (!known || token.length !== 1 + known.ids * idLength) return undefined;
  return [known.kind, ...Array.from({ length: known.ids }, (_, n) => uuid(token.slice(1 + n * idLength, 1 + (n + 1) * idLength)))] as Hint;
}

const uuid = (text: string): string =>
  Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
