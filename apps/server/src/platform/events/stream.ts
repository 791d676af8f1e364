import type { Socket } from 'node:net';
import type { EventData, EventName } from '@mbari/contract/platform/events';
import type { Holder } from '../http/connections/connections.ts';

export type Ended = 'client' | 'session' | 'replaced' | 'slow' | 'stopping';

const mostPending = 64 * 1024;
const lingerMs = 1_000;

/** Seconds between heartbeats; each second, a 25th of the streams gets one. */
export const heartbeatSeconds = 25;
let turn = 0;

const ignore = (): void => undefined;

/** Disconnects a client that sends anything. */
function destroy(this: Socket): void {
  this.destroy();
}

export class Stream implements Holder {
  readonly memberId: string;
  readonly sessionId: string;
  readonly asked: ReadonlySet<string>;
  /** Subscribed keys that the member may see. Filled by `checkWatched`. */
  watched: ReadonlySet<string>;
  /** Members are hidden from the stream's member, so counts are read separately. */
  hidesAnybody = true;
  ended: Ended | undefined;
  /** Events until the stream is open; then null. */
  queued: { event: EventName; data: EventData }[] | null = [];
  readonly beat = (turn = (turn + 1) % heartbeatSeconds);
  #socket: Socket | undefined;
  /** Frames written before the socket was attached. */
  #early: Buffer[] | null = [];
  readonly #onEnd: (stream: Stream, reason: Ended) => void;

  constructor(of: { memberId: string; sessionId: string; asked: ReadonlySet<string> }, onEnd: (stream: Stream, reason: Ended) => void) {
    this.memberId = of.memberId;
    this.sessionId = of.sessionId;
    this.asked = this.watched = of.asked;
    this.#onEnd = onEnd;
  }

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

  end(reason: Ended): void {
    if (this.ended) return;
    this.ended = reason;
    const socket = this.#socket;
    if (reason === 'slow') socket?.destroy();
    else if (socket && !socket.destroyed) {
      socket.end();
      setTimeout(() => socket.destroy(), lingerMs).unref();
    }
    this.#onEnd(this, reason);
  }
}
