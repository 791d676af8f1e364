import { readEvents } from '@mbari/contract/platform/events';
import * as limits from '@mbari/contract/platform/limits';
import { call, CallRefused, parsed, seconds, type Transport } from '~/platform/lib/call.ts';
import type { WatchedThing } from '~/platform/lib/hints.ts';

/** The server sends a heartbeat every 25 s. A stream without data for this many milliseconds is dead. */
const silence = 60_000;
/** A stream that lasted this many milliseconds resets the count of failures. */
const steadyAfter = 30_000;
/** Milliseconds before reconnecting with new subscriptions, for pages shown in quick succession. */
const settling = 150;

interface Options {
  signal: AbortSignal;
  /** Id of the event after which the stream resumes; null before the first event. */
  lastId: string | null;
  onEvent: (event: StreamEvent) => void;
  /** `isResumed`: the stream continues after the last event, and nothing was missed. */
  onOpen: (isResumed: boolean) => void;
  onClosed: () => void;
}

export class EventConnection {
  readonly #options: Options;
  #stream: AbortController | null = null;
  #lastId: string | null;
  #watched: readonly WatchedThing[] = [];
  #isResting = true;
  #failures = 0;
  #openedAt = 0;
  #heardAt = 0;
  #nextTry: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    const { signal, lastId } = options;
    this.#options = options;
    this.#lastId = lastId;
    addEventListener('online', () => void this.#connect(), { signal });
    addEventListener('offline', () => this.#close(), { signal });
    signal.addEventListener('abort', () => this.#close());
  }

  /** Connects now, regardless of the retry pause, unless the stream is open and alive. */
  open(): void {
    this.#isResting = false;
    if (this.#stream !== null && this.#heardAt > 0 && Date.now() - this.#heardAt > silence) this.#close();
    void this.#connect();
  }

  rest(): void {
    this.#isResting = true;
    this.#close();
  }

  /** Subscribes to hints about these subjects. Earlier subscriptions stay while there is room, because the viewer may go back. */
  watch(things: readonly WatchedThing[]): void {
    const isNew = things.some((thing) => !this.#watched.includes(thing));
    this.#watched = [...new Set([...things, ...this.#watched])].slice(0, limits.watchedItems);
    if (!isNew || this.#stream === null) return;
    this.#stop();
    this.#connectAfter(settling);
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#nextTry);
    if (this.#stream !== null || this.#isResting || this.#options.signal.aborted || !navigator.onLine) return;
    const stream = (this.#stream = new AbortController());
    this.#openedAt = Number.POSITIVE_INFINITY;
    this.#heardAt = 0;
    const retryAfter = await this.#listen(stream.signal);
    // Does not retry a stream that the client closed.
    if (stream.signal.aborted) return;
    this.#close();
    this.#failures = Date.now() - this.#openedAt > steadyAfter ? 1 : this.#failures + 1;
    this.#connectAfter(retryPause(this.#failures, retryAfter));
  }

  /** Reads the stream until it ends for any reason. Resolves with the server's retry delay in seconds, or null. */
  async #listen(signal: AbortSignal): Promise<number | null> {
    const lastId = this.#lastId;
    const onOpen = () => {
      this.#openedAt = Date.now();
      this.#heard();
      this.#options.onOpen(lastId !== null);
    };
    const onEvent = (event: StreamEvent) => {
      this.#lastId = event.id ?? this.#lastId;
      this.#options.onEvent(event);
    };
    const transport = eventTransport({ onOpen, onEvent, onHeard: () => this.#heard() });
    try {
      await call(readEvents, {
        ...(this.#watched.length > 0 && { query: { watch: this.#watched.join(',') } }),
        ...(lastId !== null && { headers: { 'last-event-id': lastId } }),
        signal,
        transport,
      });
    } catch (error) {
      if (error instanceof CallRefused) return error.retryAfter;
    }
    return null;
  }

  #heard(): void {
    this.#heardAt = Date.now();
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.#close();
      void this.#connect();
    }, silence);
  }

  #connectAfter(pause: number): void {
    clearTimeout(this.#nextTry);
    this.#nextTry = setTimeout(() => void this.#connect(), pause);
  }

  #close(): void {
    this.#stop();
    this.#options.onClosed();
  }

  #stop(): void {
    this.#stream?.abort();
    this.#stream = null;
    clearTimeout(this.#nextTry);
    clearTimeout(this.#watchdog);
  }
}

interface Listening {
  onOpen: () => void;
  onEvent: (event: StreamEvent) => void;
  onHeard: () => void;
}

const eventTransport =
  ({ onOpen, onEvent, onHeard }: Listening): Transport =>
  async ({ url, method, headers, signal }) => {
    headers.set('accept', 'text/event-stream');
    const response = await fetch(url, { method, headers, signal, cache: 'no-store' });
    const { status, body } = response;
    if (!response.ok || body === null)
      return { status, body: parsed(await response.text()), retryAfter: seconds(response.headers.get('retry-after')) };
    onOpen();
    const take = eventParser(onEvent);
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onHeard();
      take(decoder.decode(read.value, { stream: true }));
    }
    return { status, body: null, retryAfter: null };
  };

const mostDoublings = 4;

/**
 * Milliseconds until the next attempt: a random one to five seconds, to spread the reconnects of all
 * browsers, doubled after each failure. At least the server's Retry-After.
 */
export function retryPause(failures: number, retryAfter: number | null, random = Math.random()): number {
  const growth = 2 ** Math.min(Math.max(failures - 1, 0), mostDoublings);
  return Math.max((1 + 4 * random) * growth, retryAfter ?? 0) * 1_000;
}

/** One event of a stream. The name is empty for an id without data. */
export interface StreamEvent {
  id: string | null;
  name: string;
  data: string;
}

/** Parses a stream of server-sent events from chunks and emits each complete event. */
export function eventParser(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = '';
  let event: StreamEvent = nothing();
  const take = (line: string): void => {
    if (line === '') {
      if (event.id !== null || event.name !== '' || event.data !== '') onEvent(event);
      event = nothing();
      return;
    }
    const [field, value] = fieldOf(line);
    if (field === 'id') event.id = value;
    else if (field === 'event') event.name = value;
    else if (field === 'data') event.data += event.data === '' ? value : `\n${value}`;
  };
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line.replace(/\r$/, ''));
  };
}

const nothing = (): StreamEvent => ({ id: null, name: '', data: '' });

/** A line that begins with a colon is a comment: its field name is empty. */
function fieldOf(line: string): [field: string, value: string] {
  const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
  return [field, value];
}
