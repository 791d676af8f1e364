import { type EventName, eventNames } from '@mbari/contract/platform/events';
import { Counter, Gauge, type Metric } from 'prom-client';
import type { Ended } from './stream.ts';

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
