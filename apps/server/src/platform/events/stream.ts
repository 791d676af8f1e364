import type { Socket } from 'node:net';
import type { EventData, EventName } from '@mbari/contract/shapes/events';
import type { Holder } from '../http/connections/connections.ts';

export type Ended = 'client' | 'session' | 'replaced' | 'slow' | 'stopping';

/** Bytes that may wait for a reader. */
const mostPending = 64 * 1024;
/** How long the other end may take to close after us. */
const lingerMs = 1_000;

/** Each hears something at least so often, and a part of them in each second. */
export const heartbeatSeconds = 25;
let turn = 0;

const ignore = (): void => undefined;

/** A client has nothing more to say here. */
function destroy(this: Socket): void {
  this.destroy();
}

/** One member's stream of hints, on a socket that it has for itself. */
export class Stream implements Holder {
  readonly memberId: string;
  readonly sessionId: string;
  /** Keys that the client subscribed to. */
  readonly asked: ReadonlySet<string>;
  /** Subscribed keys that the member may see. Filled by `checkWatched`. */
  watched: ReadonlySet<string>;
  /** Some member is hidden from this one, so counts are read for this member separately. */
  hidesAnybody = true;
  ended: Ended | undefined;
  /** What happened before it was known which of the watched things are there; null once it is open. */
  queued: { event: EventName; data: EventData }[] | null = [];
  /** The second of the round in which it hears that it is alive. */
  readonly beat = (turn = (turn + 1) % heartbeatSeconds);
  #socket: Socket | undefined;
  /** Frames from before the socket was there. */
  #early: Buffer[] | null = [];
  readonly #onEnd: (stream: Stream, why: Ended) => void;

  constructor(of: { memberId: string; sessionId: string; asked: ReadonlySet<string> }, onEnd: (stream: Stream, why: Ended) => void) {
    this.memberId = of.memberId;
    this.sessionId = of.sessionId;
    this.asked = this.watched = of.asked;
    this.#onEnd = onEnd;
  }

  /** Takes the socket over, whose answer has not begun. */
  begin(socket: Socket, head: string): void {
    if (this.ended) return void socket.destroy();
    this.#socket = socket;
    socket.on('error', ignore);
    socket.on('data', destroy);
    socket.write(Buffer.concat([Buffer.from(head, 'latin1'), ...(this.#early ?? [])]));
    this.#early = null;
  }

  write(frame: Buffer): void {
    if (this.ended) return;
    if (!this.#socket) return void this.#early?.push(frame);
    if (this.#socket.writableLength + frame.length > mostPending) return this.end('slow');
    this.#socket.write(frame);
  }

  onClose(): void {
    this.end('client');
  }

  stop(): void {
    this.end('stopping');
  }

  end(why: Ended): void {
    if (this.ended) return;
    this.ended = why;
    const socket = this.#socket;
    if (why === 'slow') socket?.destroy();
    else if (socket && !socket.destroyed) {
      socket.end();
      setTimeout(() => socket.destroy(), lingerMs).unref();
    }
    this.#onEnd(this, why);
  }
}
