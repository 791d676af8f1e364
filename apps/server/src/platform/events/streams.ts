import type { EventData, EventName, Watched } from '@mbari/contract/platform/events';
import * as limits from '@mbari/contract/platform/limits';
import type { Ended, Stream } from './stream.ts';

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
