import type { ForumDraft } from '@mbari/contract/forum/drafts';
import { CallRefused } from '~/platform/lib/call.ts';
import { storeUnsentText } from '~/platform/lib/unsent-text.ts';
import { asKept, compareDrafts, type DraftText, isEmptyText, isSameText, joinTexts, removeDraft, saveDraft, textOf } from './draft-text.ts';
import { findLocalDraft, removeLocalDraft, storeLocalDraft } from './local-draft.ts';

export interface DraftState {
  text: DraftText;
  /** `local`: stored only in this browser until the server can be reached. */
  status: 'unchanged' | 'unsaved' | 'saved' | 'local';
  /** Another device's text; `kept` is null if it was posted or discarded there. Saving waits for the member's choice. */
  conflict: { kept: ForumDraft | null } | null;
  /** The draft was compared with the server's, or the server is unreachable. */
  isReady: boolean;
}

interface KeeperOptions {
  /** `topic:ID`, `new:CATEGORY-ID` or `post:ID`. While null, only the browser stores the draft. */
  place: string | null;
  start: DraftText;
  find: (place: string) => Promise<ForumDraft | null>;
}

/** Milliseconds between two saves while typing. */
const savePause = 2_000;
const retryPause = 10_000;
const nowhere = 'new:';

/** Saves typed text in the browser immediately and on the server soon after. Never overwrites another device's text. */
export class DraftKeeper {
  #place: string | null;
  readonly #start: DraftText;
  readonly #find: KeeperOptions['find'];
  #state: DraftState;
  #kept: DraftText;
  #version = 0;
  /** Sent but unanswered texts. */
  #sent: DraftText[] = [];
  /** The server's draft was read. */
  #compared = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | null = null;
  /** All text was typed while the server's draft was loading. */
  #isFresh: boolean;
  #moving: Promise<void> = Promise.resolve();
  #discarded = false;
  /** The form is closed; stop retrying. */
  #ended = false;
  readonly #listeners = new Set<() => void>();

  constructor({ place, start, find }: KeeperOptions) {
    this.#place = place;
    this.#start = start;
    this.#find = find;
    this.#kept = start;
    this.#state = { text: start, status: 'unchanged', conflict: null, isReady: place === null };
    const local = findLocalDraft(place ?? nowhere);
    this.#isFresh = isEmptyText(start) && (local === null || local.discarded === true);
    if (local === null || local.discarded) return;
    this.#version = local.version;
    this.#sent = [local];
    this.#state = { ...this.#state, text: { title: local.title, body: local.body } };
  }

  readonly state = (): DraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly open = async (): Promise<void> => {
    const place = this.#place;
    this.#ended = false;
    if (place === null) return;
    try {
      const storedDraft = await this.#findUndiscarded(place);
      if (this.#place !== place || this.#ended) return;
      this.#compared = true;
      if (this.#isFresh && storedDraft && !isEmptyText(storedDraft) && !this.#isSaved()) this.#join(storedDraft);
      else this.#compare(storedDraft);
      this.#isFresh = false;
    } catch {
      this.#failed(retryPause);
    }
    this.#show({ isReady: true });
  };

  readonly resume = (): Promise<void> => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#compared ? this.flush() : this.open();
  };

  /** Sends unsaved text once more; if that fails, the browser still has it. */
  readonly end = (): Promise<void> => {
    const flushed = this.flush();
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return flushed;
  };

  readonly change = (change: Partial<DraftText>): void => {
    this.#discarded = false;
    this.#show({ text: { ...this.#state.text, ...change }, status: 'unsaved' });
    this.#storeLocally();
    this.#saveAfter(savePause);
  };

  readonly flush = async (): Promise<void> => {
    // Without a pending save, sends synchronously, because a closing page does not wait.
    if (this.#saving !== null) await this.#saving;
    const place = this.#place;
    if (place === null || !this.#compared || this.#discarded || this.#state.conflict !== null || this.#isSaved()) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#saving = this.#save(place).finally(() => (this.#saving = null));
    await this.#saving;
  };

  /** Keeps this device's draft and overwrites the other device's draft, which the member has seen. */
  readonly keepOurs = (): void => {
    this.#version = this.#state.conflict?.kept?.version ?? 0;
    this.#show({ conflict: null, status: 'unsaved' });
    this.#storeLocally();
    void this.flush();
  };

  readonly takeTheirs = (): void => this.#take(this.#state.conflict?.kept ?? null);

  /** Deletes a posted or discarded draft. */
  readonly discard = async (): Promise<void> => {
    const place = this.#place;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#discarded = true;
    if (this.#saving !== null) await this.#saving;
    const version = this.#version;
    this.#take(null);
    if (place === null || version === 0) return;
    // Stored first: if the request fails, `open` deletes the server's draft later.
    storeLocalDraft(place, { title: '', body: '', version, discarded: true });
    try {
      await removeDraft(place);
      if (findLocalDraft(place)?.discarded) removeLocalDraft(place);
    } catch {
      // `open` tries again.
    }
  };

  /** Moves the draft, such as when a new topic's category changes. */
  readonly moveTo = (place: string | null): Promise<void> => (this.#moving = this.#moving.then(() => this.#move(place)));

  async #move(place: string | null): Promise<void> {
    if (place === this.#place) return;
    const { text, conflict } = this.#state;
    // During a conflict, the other device's draft stays in the old place.
    if (conflict === null) await this.discard();
    this.#take(null);
    this.#place = place;
    this.#compared = false;
    this.#isFresh = false;
    this.#discarded = false;
    const local = findLocalDraft(place ?? nowhere);
    const localDraft = local?.discarded ? null : local;
    this.#version = localDraft?.version ?? 0;
    this.#sent = localDraft ? [localDraft] : [];
    this.#show({ text: localDraft ? joinTexts(localDraft, text) : text });
    if (!this.#isSaved()) this.#storeLocally();
    await this.open();
  }

  async #findUndiscarded(place: string): Promise<ForumDraft | null> {
    const local = findLocalDraft(place);
    const storedDraft = await this.#find(place);
    if (!local?.discarded) return storedDraft;
    if (storedDraft?.version === local.version) await removeDraft(place);
    removeLocalDraft(place);
    return storedDraft?.version === local.version ? null : storedDraft;
  }

  #compare(storedDraft: ForumDraft | null): void {
    const text = this.#state.text;
    const outcome = compareDrafts({ text, version: this.#version, changed: !this.#isSaved(), sent: this.#sent }, storedDraft);
    if (outcome === 'ask') {
      this.#show({ conflict: { kept: storedDraft }, status: 'unsaved' });
      return;
    }
    if (outcome === 'theirs') {
      this.#take(storedDraft);
      return;
    }
    this.#version = storedDraft?.version ?? 0;
    this.#kept = storedDraft && !isEmptyText(storedDraft) ? storedDraft : this.#start;
    if (outcome === 'same') this.#forgetLocal();
    this.#show({ status: outcome === 'same' ? 'saved' : this.#isSaved() ? 'unchanged' : 'unsaved', conflict: null });
    if (!this.#isSaved()) this.#saveAfter(0);
  }

  /** Puts the earlier draft before the text typed while it loaded. */
  #join(storedDraft: ForumDraft): void {
    const { text } = this.#state;
    this.#take(storedDraft);
    this.change(joinTexts(storedDraft, text));
  }

  #take(storedDraft: ForumDraft | null): void {
    const text = storedDraft && !isEmptyText(storedDraft) ? { title: storedDraft.title, body: storedDraft.body } : this.#start;
    this.#version = storedDraft?.version ?? 0;
    this.#kept = text;
    this.#forgetLocal();
    this.#show({ text, status: storedDraft ? 'saved' : 'unchanged', conflict: null });
  }

  async #save(place: string): Promise<void> {
    const text = asKept(this.#state.text);
    try {
      const { version } = await saveDraft(place, text, this.#version);
      if (this.#place !== place) return;
      this.#version = version;
      this.#kept = text;
      this.#sent = [];
      if (this.#isSaved()) this.#forgetLocal();
      else this.#storeLocally();
      this.#show({ status: this.#isSaved() ? 'saved' : 'unsaved' });
      if (!this.#isSaved()) this.#saveAfter(savePause);
    } catch (error) {
      if (this.#place !== place) return;
      const refusal = error instanceof CallRefused ? error : null;
      if (refusal?.status === 409) this.#compare(refusal.data as ForumDraft | null);
      // A validation error will repeat, so retry only after the text changes.
      else if (refusal && refusal.status < 500 && refusal.status !== 429) this.#show({ status: 'local' });
      else {
        this.#sent = [...this.#sent, text].slice(-10);
        this.#failed((refusal?.retryAfter ?? 0) * 1_000 || retryPause);
      }
    }
  }

  #failed(pause: number): void {
    if (!this.#isSaved()) this.#show({ status: 'local' });
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#saveAfter(pause);
  }

  #saveAfter(pause: number): void {
    if (this.#ended || this.#discarded) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.resume();
    }, pause);
  }

  #isSaved(): boolean {
    return isSameText(this.#state.text, this.#kept);
  }

  #storeLocally(): void {
    storeLocalDraft(this.#place ?? nowhere, { ...this.#state.text, version: this.#version });
  }

  #forgetLocal(): void {
    removeLocalDraft(this.#place ?? nowhere);
  }

  #show(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    const { text } = this.#state;
    if (this.#place !== null) storeUnsentText(this.#place, isSameText(text, this.#start) ? '' : textOf(text));
    for (const listener of this.#listeners) listener();
  }
}
