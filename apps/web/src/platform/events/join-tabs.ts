import { listWatchedThings, onWatchedThingsChange, type WatchedThing } from '~/platform/lib/hints.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { EventConnection, type StreamEvent } from './event-connection.ts';

type Message =
  | { kind: 'shown'; tab: string; shown: Shown }
  | { kind: 'left'; tab: string }
  /** The leader asks all tabs which subjects they show. */
  | { kind: 'who' }
  /** The leader reports the state of its connection. */
  | { kind: 'state'; isOpen: boolean; lastId: string | null }
  | { kind: 'event'; event: StreamEvent };

interface Options {
  /** Name of the lock and channel that the member's tabs share. */
  name: string;
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
  onState: (isOpen: boolean) => void;
}

/** Milliseconds between two checks that the leader is alive, and the time it has to answer. */
const askEvery = 60_000;
const answerWithin = 5_000;

const missed: StreamEvent = { id: null, name: 'refresh', data: '{}' };

/** Shares one event stream among all tabs of this browser. Without locks, as on plain http, each tab has its own. */
export function joinTabs(options: Options): void {
  new Tab(options).join();
}

class Tab {
  readonly #id = randomId();
  readonly #options: Options;
  readonly #channel: BroadcastChannel | null;
  #leader: { tabs: TabLeader; ending: AbortController } | null = null;
  #waiting = new AbortController();
  #isOpen = false;
  #lastId: string | null = null;
  #answer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
    // Undefined on plain http, although the type disagrees.
    const locks = navigator.locks as LockManager | undefined;
    this.#channel = locks && globalThis.BroadcastChannel ? new BroadcastChannel(options.name) : null;
  }

  join(): void {
    const { signal } = this.#options;
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data));
    if (this.#channel === null) this.#lead();
    else this.#waitForTurn();
    this.#reportShown();
    const timer = setInterval(() => isVisible() && this.#reportShown(), askEvery);
    const unfollow = onWatchedThingsChange(() => this.#reportShown());
    document.addEventListener('visibilitychange', () => this.#visibilityChanged(), { signal });
    addEventListener('pagehide', () => this.#send({ kind: 'left', tab: this.#id }), { signal });
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      unfollow();
      this.#leave();
    });
  }

  #leave(): void {
    this.#stopWaiting();
    this.#send({ kind: 'left', tab: this.#id });
    this.#waiting.abort();
    this.#leader?.ending.abort();
    this.#channel?.close();
    this.#options.onState(false);
  }

  #send(message: Message): void {
    this.#channel?.postMessage(message);
  }

  /** Reports to the leader what this tab shows. A leader that does not answer is asleep or dead, and is replaced. */
  #reportShown(): void {
    const shown: Shown = { things: listWatchedThings(), isVisible: isVisible() };
    if (this.#leader !== null) this.#leader.tabs.shows(this.#id, shown);
    else {
      this.#send({ kind: 'shown', tab: this.#id, shown });
      if (isVisible()) this.#answer ??= setTimeout(() => this.#takeOver(), answerWithin);
    }
  }

  #visibilityChanged(): void {
    if (this.#leader !== null) {
      this.#leader.tabs.forgetTabs();
      this.#send({ kind: 'who' });
    }
    this.#reportShown();
  }

  #receive(message: Message): void {
    if (message.kind === 'shown') {
      this.#leader?.tabs.shows(message.tab, message.shown);
      if (this.#leader !== null) this.#reportState();
    } else if (message.kind === 'left') this.#leader?.tabs.left(message.tab);
    else if (message.kind === 'who') this.#reportShown();
    // A leading tab ignores the former leader's last message.
    else if (this.#leader === null) {
      this.#stopWaiting();
      if (message.kind === 'event') this.#take(message.event);
      else {
        // The leader may have received events after this page was loaded and before this tab joined.
        const isBehind = this.#lastId === null && message.lastId !== null;
        this.#setState(message.isOpen, message.lastId);
        if (isBehind) this.#take(missed);
      }
    }
  }

  #stopWaiting(): void {
    clearTimeout(this.#answer);
    this.#answer = undefined;
  }

  #waitForTurn(): void {
    this.#waiting = new AbortController();
    this.#request({ signal: this.#waiting.signal });
  }

  #takeOver(): void {
    this.#answer = undefined;
    if (this.#leader !== null || !isVisible()) return;
    this.#waiting.abort();
    this.#request({ steal: true });
  }

  #request(options: LockOptions): void {
    const { signal } = this.#options;
    const lead = () =>
      new Promise<void>((release) => {
        if (signal.aborted) release();
        else this.#lead().signal.addEventListener('abort', () => release());
      });
    navigator.locks.request(this.#options.name, options, lead).catch(() => {
      // Another tab stole the lock, unless this tab aborted the request to take over or leave.
      if (signal.aborted || options.signal?.aborted) return;
      this.#leader?.ending.abort();
      this.#leader = null;
      this.#waitForTurn();
      this.#reportShown();
    });
  }

  #lead(): AbortController {
    const ending = new AbortController();
    this.#stopWaiting();
    const tabs = new TabLeader({
      signal: ending.signal,
      lastId: this.#lastId,
      onEvent: (event) => {
        this.#send({ kind: 'event', event });
        this.#take(event);
      },
      onOpen: (isResumed) => {
        this.#setState(true, this.#lastId);
        this.#reportState();
        if (isResumed) return;
        this.#send({ kind: 'event', event: missed });
        this.#take(missed);
      },
      onClosed: () => {
        this.#setState(false, this.#lastId);
        this.#reportState();
      },
    });
    this.#leader = { tabs, ending };
    this.#send({ kind: 'who' });
    this.#reportShown();
    return ending;
  }

  #reportState(): void {
    this.#send({ kind: 'state', isOpen: this.#isOpen, lastId: this.#lastId });
  }

  #take(event: StreamEvent): void {
    this.#lastId = event.id ?? this.#lastId;
    if (event.name !== '') this.#options.onEvent(event);
  }

  #setState(isOpen: boolean, lastId: string | null): void {
    this.#lastId = lastId ?? this.#lastId;
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    this.#options.onState(isOpen);
  }
}

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Milliseconds without a visible tab until the connection closes. */
const restAfter = 5 * 60_000;

interface Shown {
  things: readonly WatchedThing[];
  isVisible: boolean;
}

/** Runs the connection for all tabs: subscribes to all subjects they show, and closes it while no tab is visible. */
class TabLeader {
  readonly #connection: EventConnection;
  readonly #tabs = new Map<string, Shown>();
  #isLookedAt = false;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConstructorParameters<typeof EventConnection>[0]) {
    this.#connection = new EventConnection(options);
    options.signal.addEventListener('abort', () => clearTimeout(this.#resting));
  }

  shows(tab: string, shown: Shown): void {
    // Moves the tab to the end: `#follow` subscribes to the latest tab first.
    this.#tabs.delete(tab);
    this.#tabs.set(tab, shown);
    this.#follow();
  }

  left(tab: string): void {
    this.#tabs.delete(tab);
    this.#follow();
  }

  /** Forgets all tabs. Live tabs report again, crashed ones do not. */
  forgetTabs(): void {
    this.#tabs.clear();
  }

  #follow(): void {
    const tabs = [...this.#tabs.values()].reverse();
    this.#connection.watch(tabs.flatMap(({ things }) => things));
    const isLookedAt = tabs.some(({ isVisible }) => isVisible);
    if (isLookedAt === this.#isLookedAt) return;
    this.#isLookedAt = isLookedAt;
    clearTimeout(this.#resting);
    if (isLookedAt) this.#connection.open();
    else this.#resting = setTimeout(() => this.#connection.rest(), restAfter);
  }
}
