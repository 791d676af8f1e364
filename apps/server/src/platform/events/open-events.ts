import { setInterval as every } from 'node:timers';
import { type Context, oncePerContext } from '../context.ts';
import { type Hint, hintsChannel, listen, type Listening, readChunk } from '../db/hints.ts';
import { type Changes, followChanges } from './follow-changes.ts';
import { announcePosts, hintHandler, sendPresence } from './handle-hints.ts';
import { announceEveryMs, type Presence, trackPresence, trackTypingMembers, type TypingMembers } from './presence.ts';
import { sendChanges, type WatchedChanges } from './send-changes.ts';
import {
  type Ended,
  type EventMetrics,
  eventMetrics,
  frameOf,
  heartbeatSeconds,
  openStreams,
  type Stream,
  type Streams,
  watchKey,
} from './streams.ts';

const checkEveryMs = 700;
const sweepEveryMs = 1_000;

export interface Events {
  streams: Streams;
  changes: Changes;
  presence: Presence;
  replying: TypingMembers;
  metrics: EventMetrics;
  hear(hint: Hint): void;
  onEnd: (stream: Stream, reason: Ended) => void;
  /** Starts listening with the first stream. Resolves once the connection for other nodes' hints is open or failed. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export const eventsOf = oncePerContext(openEvents);

function openEvents(context: Context): Events {
  const { db, log } = context;
  const metrics = eventMetrics(() => streams.all.size, context.config.eventStreams);
  const streams: Streams = openStreams(() => changes.id(), metrics.sent);
  const changes = followChanges(context, streams);
  const presence = trackPresence(
    (memberId, isOnline) => db.hint(isOnline ? 'online' : 'offline', memberId),
    (id) => void sendPresence(db, streams, id).catch((error: unknown) => log.debug({ err: error }, 'presence could not be sent')),
  );
  const replying = trackTypingMembers();
  const watched = sendChanges(context, streams);
  const handleHint = hintHandler({ streams, changes, watched, presence, replying }, announcePosts(db, streams, log), db.hints.node);
  const timers: NodeJS.Timeout[] = [];
  let listening: Listening | undefined;
  let listeningReady = Promise.resolve();
  let stopListening: (() => void) | undefined;
  let second = 0;

  function sweep(): void {
    presence.sweep();
    for (const id of replying.sweep()) streams.send(streams.watching(watchKey({ kind: 'topic', id })), 'replying', { id });
    second = (second + 1) % heartbeatSeconds;
    beat(streams, second, changes.id());
  }

  return {
    ...{ streams, changes, presence, replying, metrics },
    hear: (hint) => handleHint(hint, db.hints.node),
    onEnd(stream, reason) {
      streams.remove(stream);
      presence.closed(stream.memberId);
      metrics.ended(reason);
    },
    start() {
      if (listening) return listeningReady;
      stopListening = db.hints.listen((hints) => hints.forEach((hint) => handleHint(hint, db.hints.node)));
      ({ listening, listeningReady } = listenToOthers(context, { streams, watched }, handleHint));
      timers.push(
        every(() => changes.check(), checkEveryMs).unref(),
        every(() => presence.announce(), announceEveryMs).unref(),
        every(sweep, sweepEveryMs).unref(),
      );
      return listeningReady;
    },
    async close() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      streams.endAll('stopping');
      stopListening?.();
      const ending = listening;
      listening = undefined;
      await ending?.close();
    },
  };
}

function listenToOthers(
  { db, log }: Context,
  { streams, watched }: { streams: Streams; watched: WatchedChanges },
  handleHint: (hint: Hint, node: string) => void,
): { listening: Listening; listeningReady: Promise<void> } {
  let settle = (): void => undefined;
  const listeningReady = new Promise<void>((resolve) => (settle = resolve));
  let mayHaveMissed = false;
  const listening = listen(db.direct, hintsChannel, {
    onNotification(payload) {
      const { node, hints } = readChunk(payload);
      if (node !== db.hints.node) for (const hint of hints) handleHint(hint, node);
    },
    onOpened() {
      db.hint('hello');
      // Hints sent since the connection was lost are missing.
      if (mayHaveMissed) {
        watched.checkAll();
        void streams.sendToMany(streams.all, 'refresh');
      }
      mayHaveMissed = false;
      settle();
    },
    onLost(error) {
      log[mayHaveMissed ? 'debug' : 'warn']({ err: error }, 'the connection for events was lost');
      mayHaveMissed = true;
      settle();
    },
  });
  return { listening, listeningReady };
}

/** Sends a heartbeat with the current event id to a 25th of the streams. */
function beat(streams: Streams, second: number, id: string): void {
  const frame = Buffer.concat([Buffer.from(':\n'), frameOf(null, {}, id)]);
  for (const stream of streams.all) if (stream.queued === null && stream.beat === second) stream.write(frame);
}
