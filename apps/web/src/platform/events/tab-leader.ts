import type { WatchedThing } from '~/platform/lib/hints.ts';
import { EventConnection } from './event-connection.ts';

/** Milliseconds without a visible tab until the connection closes. */
const restAfter = 5 * 60_000;

export interface Shown {
  things: readonly WatchedThing[];
  isVisible: boolean;
}

/** Runs the connection for all tabs: subscribes to all subjects they show, and closes it while no tab is visible. */
export class TabLeader {
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
