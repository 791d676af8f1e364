import type { Socket } from 'node:net';
import { type EventData, type EventName, eventNames, type Watched } from '@mbari/contract/platform/events';
import * as limits from '@mbari/contract/platform/limits';
import { Counter, Gauge, type Metric } from 'prom-client';
import type { Holder } from '../http/connections/connections.ts';

const atOnce = 500;

export interface Streams {
  readonly all: ReadonlySet<Stream>;
  ofMember(memberId: string): Iterable<Stream>;
  /** Adds a stream and ends the member's oldest beyond five. */
  add(stream: Stream): void;
  remove(stream: Stream): void;
  watching(key: string): Stream[];
  isAsked(key: string): boolean;
  hasMember(memberId: string): boolean;
  /** Returns the streams that asked for a thing, even those whose member may not see it. */
  asking(key: string): Iterable<Stream>;
  keys(): Iterable<string>;
  send(streams: Iterable<Stream>, event: EventName, data?: EventData): void;
  /** Sends to many streams in batches, with pauses for other work. */
  sendToMany(streams: Iterable<Stream>, event: EventName): Promise<void>;
  endAll(reason: Ended): void;
}

export const watchKey = ({ kind, id }: { kind: Watched; id: string }): string => `${kind}:${id}`;

const noStreams: ReadonlySet<Stream> = new Set();
export const nothing: ReadonlySet<string> = new Set();

/** Holds this node's open streams by member and by watched thing. `reached` returns their current event id. */
export function openStreams(reached: () => string, countSent: (event: EventName) => void): Streams {
  const all = new Set<Stream>();
  const byMember = new Map<string, Set<Stream>>();
  const byKey = new Map<string, Set<Stream>>();

  function send(streams: Iterable<Stream>, event: EventName, data: EventData = {}): void {
    const frame = frameOf(event, data, reached());
    for (const stream of streams) {
      if (stream.queued) {
        stream.queued.push({ event, data });
        continue;
      }
      countSent(event);
      stream.write(frame);
    }
  }

  return {
    all,
    ofMember: (memberId) => byMember.get(memberId) ?? noStreams,
    add(stream) {
      all.add(stream);
      const memberStreams = addToSet(byMember, stream.memberId, stream);
      for (const key of stream.asked) addToSet(byKey, key, stream);
      if (memberStreams.size > limits.eventStreams) memberStreams.values().next().value?.end('replaced');
    },
    remove(stream) {
      all.delete(stream);
      drop(byMember, stream.memberId, stream);
      for (const key of stream.asked) drop(byKey, key, stream);
    },
    watching: (key) => [...(byKey.get(key) ?? noStreams)].filter(({ watched }) => watched.has(key)),
    isAsked: (key) => byKey.has(key),
    hasMember: (memberId) => byMember.has(memberId),
    asking: (key) => byKey.get(key) ?? noStreams,
    keys: () => byKey.keys(),
    send,
    async sendToMany(streams, event) {
      const waiting = [...streams];
      for (let from = 0; from < waiting.length; from += atOnce) {
        if (from > 0) await new Promise((resolve) => setImmediate(resolve));
        send(waiting.slice(from, from + atOnce), event);
      }
    },
    endAll(reason) {
      for (const stream of all) stream.end(reason);
    },
  };
}

export function frameOf(event: EventName | null, data: EventData, reached: string): Buffer {
  const lines = event === null ? '' : `event: ${event}\ndata: ${JSON.stringify(data)}\n`;
  return Buffer.from(`${reached === '' ? '' : `id: ${reached}\n`}${lines}\n`);
}

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

export interface EventMetrics {
  sent: (event: EventName) => void;
  ended: (reason: Ended) => void;
  refused: () => void;
  all: Metric[];
}

const endings: Ended[] = ['client', 'session', 'replaced', 'slow', 'stopping'];

export function eventMetrics(count: () => number, most: number): EventMetrics {
  const open = new Gauge({
    name: 'mbari_event_streams',
    help: 'Open event streams.',
    registers: [],
    collect() {
      this.set(count());
    },
  });
  const limit = new Gauge({ name: 'mbari_event_streams_limit', help: 'Largest number of open event streams.', registers: [] });
  limit.set(most);
  const refused = new Counter({
    name: 'mbari_event_streams_refused_total',
    help: 'Event streams refused with 503, because too many were open.',
    registers: [],
  });
  const ended = new Counter({
    name: 'mbari_event_streams_ended_total',
    help: 'Ended event streams, by reason.',
    labelNames: ['reason'],
    registers: [],
  });
  for (const reason of endings) ended.inc({ reason }, 0);
  const sent = new Counter({
    name: 'mbari_events_sent_total',
    help: 'Events sent on event streams, by kind.',
    labelNames: ['event'],
    registers: [],
  });
  for (const event of eventNames) sent.inc({ event }, 0);
  return {
    sent: (event) => sent.inc({ event }),
    ended: (reason) => ended.inc({ reason }),
    refused: () => refused.inc(),
    all: [open, limit, refused, ended, sent],
  };
}

function addToSet(map: Map<string, Set<Stream>>, key: string, stream: Stream): Set<Stream> {
  const streams = map.get(key) ?? new Set();
  map.set(key, streams.add(stream));
  return streams;
}

function drop(map: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const streams = map.get(key);
  streams?.delete(stream);
  if (streams?.size === 0) map.delete(key);
}
