import type { WatchedThing } from '~/platform/lib/hints.ts';
import { EventConnection } from './event-connection.ts';

/** The connection is closed when nobody has looked at any tab for so long. */
const restAfter = 5 * 60_000;

/** What a tab has on the screen. */
export interface Shown {
  things: readonly WatchedThing[];
  isVisible: boolean;
}

/** The tab that is connected for all tabs: it asks for what any of them shows, and rests when none is looked at. */
export class TabLeader {
  readonly #connection: EventConnection;
  readonly #tabs = new Map<string, Shown>();
  #isLookedAt = false;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConstructorParameters<typeof EventConnection>[0]) {
    this.#connection = new EventConnection(options);
    options.signal.addEventListener('abort', () => clearTimeout(this.#resting));
  }

  /** A tab shows something else, is looked at, or no more. */
  shows(tab: string, shown: Shown): void {
    // The latest last.
    this.#tabs.delete(tab);
    this.#tabs.set(tab, shown);
    this.#follow();
  }

  left(tab: string): void {
    this.#tabs.delete(tab);
    this.#follow();
  }

  /** Forgets what tabs said. Those that are there say it again; one that crashed does not. */
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
