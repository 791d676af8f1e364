import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Kinds of change: the letter in the message, and the number of ids. */
const kinds = {
  /** Notifications were written. Nodes read the members from the table. */
  notifications: ['n', 0],
  notifications_removed: ['d', 1],
  photo: ['p', 1],
  topic: ['t', 1],
  photo_likes: ['l', 2],
  comment_likes: ['m', 3],
  comment_added: ['c', 2],
  comment_removed: ['e', 2],
  /** The topic's own fields changed, such as its title, but no post. */
  topic_details: ['u', 1],
  post_added: ['A', 2],
  post_changed: ['C', 2],
  post_removed: ['D', 2],
  post_likes: ['L', 3],
  feed: ['f', 1],
  follow: ['o', 2],
  relation: ['b', 2],
  /** The audience of a member's posts changed, or the account was suspended, closed or restored. */
  audience: ['v', 1],
  /** A member is typing in a topic (topic, member), or has posted. */
  replying: ['r', 2],
  replied: ['s', 2],
  announcements: ['a', 0],
  /** The conversation changed for the member (member, conversation). */
  messages: ['g', 2],
  /** A member is typing in a conversation (recipient, conversation, typing member). */
  typing: ['y', 3],
  /** A member has opened the first stream on the sending node, or closed the last. */
  online: ['+', 1],
  offline: ['-', 1],
  hello: ['?', 0],
  /** A member wrote something and reads from the primary until the replicas have it. */
  wrote: ['w', 1],
  everything: ['!', 0],
} as const satisfies Record<string, readonly [letter: string, ids: 0 | 1 | 2 | 3]>;

type Ids = { 0: []; 1: [id: string]; 2: [id: string, other: string]; 3: [id: string, item: string, member: string] };
/** One change, named by ids only: streams learn what to read again, but no content. */
export type Hint = { [Kind in keyof typeof kinds]: [kind: Kind, ...ids: Ids[(typeof kinds)[Kind][1]]] }[keyof typeof kinds];

type HintListener = (hints: Hint[], node: string) => void;

/** Changes made by this process, for its own streams and for other nodes. */
export interface Hints {
  readonly node: string;
  add(hint: Hint): void;
  /** Calls `listener` with the hints of this process. Returns a function that removes it. */
  listen(listener: HintListener): () => void;
  close(): Promise<void>;
}

export const hintsChannel = 'mbari_hints';
const flushEveryMs = 50;
const retryMs = 500;
const closeWithinMs = 1_000;
/** PostgreSQL limits a NOTIFY payload to 8,000 bytes. */
const chunkBytes = 7_900;
const mostUnsent = 20_000;

/** Collects hints and sends them outside transactions: a NOTIFY inside a transaction makes commits wait for each other. */
export function openHints(send: (chunks: string[]) => Promise<unknown>): Hints {
  const node = randomBytes(6).toString('base64url');
  const listeners = new Set<HintListener>();
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
    if (hints.length > 0) for (const listener of listeners) listener(hints, node);
    return outgoing.send();
  }

  return {
    node,
    add(hint) {
      const token = encode(hint);
      fresh.delete(token);
      fresh.add(token);
      flushIn(Math.max(0, flushedAt + flushEveryMs - performance.now()));
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      const last = outgoing.settle().then(() => (fresh.size + outgoing.size > 0 ? flush() : undefined));
      await Promise.race([last, wait(closeWithinMs, undefined, { ref: false })]);
      clearTimeout(timer);
    },
  };
}

interface Outgoing {
  readonly size: number;
  add(tokens: Iterable<string>): void;
  /** Sends the waiting tokens, one send at a time. */
  send(): Promise<void>;
  settle(): Promise<void>;
}

/** Queues tokens (encoded hints). Failed tokens wait for the next send, which `sendIn` schedules. */
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

  /** Replaces an overlong queue by the hint `everything`, during a send or after a failed send. */
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

/** Decodes a message. Skips unknown tokens, such as those of a newer version. */
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
const idLength = 22;

function decode(token: string): Hint | undefined {
  const entry = byLetter.get(token.charAt(0));
  if (!entry || token.length !== 1 + entry.ids * idLength) return undefined;
  return [entry.kind, ...Array.from({ length: entry.ids }, (_, n) => uuid(token.slice(1 + n * idLength, 1 + (n + 1) * idLength)))] as Hint;
}

const uuid = (text: string): string =>
  Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export interface Listening {
  close(): Promise<void>;
}

interface ListenHandlers {
  onNotification: (payload: string) => void;
  /** Called after each connect. Earlier notifications may have been missed. */
  onOpened: () => void;
  onLost: (error: Error) => void;
}

const pingEveryMs = 10_000;
const pingWithinMs = 5_000;
const listenRetryMs = 250;

/** Listens to a channel on its own connection, and reconnects when it is lost. */
export function listen(options: pg.ClientConfig, channel: string, { onNotification, onOpened, onLost }: ListenHandlers): Listening {
  let client: pg.Client | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const connection = new pg.Client({ ...options, keepAlive: true, application_name: 'mbari events' });
    client = connection;
    const lose = (reason: Error): void => {
      if (isClosed || client !== connection) return;
      client = undefined;
      onLost(reason);
      void connection.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), listenRetryMs * (1 + Math.random())).unref();
    };
    connection.on('error', lose);
    connection.on('end', () => lose(new Error('The connection ended.')));
    connection.on('notification', ({ payload = '' }) => onNotification(payload));
    try {
      await connection.connect();
      await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (isClosed) return;
      onOpened();
      ping(connection, lose);
    } catch (error) {
      lose(error as Error);
    }
  }

  function ping(connection: pg.Client, lose: (error: Error) => void): void {
    timer = setTimeout(() => {
      const query = { text: 'select 1', query_timeout: pingWithinMs };
      connection.query(query).then(() => client === connection && !isClosed && ping(connection, lose), lose);
    }, pingEveryMs).unref();
  }

  void connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
