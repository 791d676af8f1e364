import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { isId } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { openEventId } from './event-id.ts';
import type { Thing } from './join-stream.ts';
import { eventsOf } from './open-events.ts';
import { nothing, Stream, watchKey } from './streams.ts';

/** Opens a member's event stream, from the last received id. The caller then attaches the socket. */
export async function readEvents(
  context: Context,
  member: Viewer,
  { watch, lastId }: { watch: readonly Thing[]; lastId: string | undefined },
): Promise<Stream> {
  await context.limits.spend('events by member', member.id);
  const events = eventsOf(context);
  const { streams, changes, presence, metrics } = events;
  await events.start();
  // No await between this check and `add`, so the limit holds.
  if (streams.all.size >= context.config.eventStreams) {
    metrics.refused();
    throw new Refusal('overloaded', 'tooManyStreams', { retryAfter: 10 });
  }
  const things = watch.filter(({ id }) => isId(id)).map(({ kind, id }) => ({ kind, id: id }));
  const stream = new Stream(
    { memberId: member.id, sessionId: member.session_id, asked: things.length > 0 ? new Set(things.map(watchKey)) : nothing },
    events.onEnd,
  );
  streams.add(stream);
  presence.opened(member.id);
  try {
    await changes.join({ stream, last: lastId === undefined ? null : (openEventId(context.secrets, lastId) ?? 'unknown'), things });
  } catch (error) {
    stream.end('client');
    throw error;
  }
  return stream;
}
