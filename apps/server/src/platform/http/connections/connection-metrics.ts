import { Counter, Gauge, type Metric } from 'prom-client';
import { type Full, isQuiet, type SlotLimits, type Slots } from './connection-slots.ts';
import type { TooSlow } from './pace.ts';

export type Closed = TooSlow | 'slow_headers' | 'malformed' | 'made_room' | 'idle' | 'stopping';

const closings: Closed[] = ['slow_headers', 'slow_body', 'slow_upload', 'slow_reader', 'malformed', 'made_room', 'idle', 'stopping'];

export function connectionMetrics(limits: SlotLimits, { all, byAddress }: Pick<Slots, 'all' | 'byAddress'>) {
  const refused = new Counter<'reason'>({
    name: 'mbari_connections_refused_total',
    help: 'New connections refused with 429 (limit per address) or 503 (total limit).',
    labelNames: ['reason'],
    registers: [],
  });
  const closed = new Counter<'reason'>({
    name: 'mbari_connections_closed_total',
    help: 'Connections closed by the server, by reason.',
    labelNames: ['reason'],
    registers: [],
  });
  for (const reason of ['address', 'total'] satisfies Full[]) refused.inc({ reason }, 0);
  for (const reason of closings) closed.inc({ reason }, 0);
  const open = new Gauge({
    name: 'mbari_connections',
    help: 'Open connections: with a running request (working), between requests (idle), without a request so far (silent).',
    labelNames: ['state'],
    registers: [],
    collect() {
      const count = { working: 0, idle: 0, silent: 0 };
      for (const connection of all.values()) count[!isQuiet(connection) ? 'working' : connection.requests > 0 ? 'idle' : 'silent'] += 1;
      for (const [state, number] of Object.entries(count)) this.set({ state }, number);
    },
  });
  const busiest = new Gauge({
    name: 'mbari_connections_busiest_address',
    help: 'Open connections of the address with the most.',
    registers: [],
    collect() {
      let most = 0;
      for (const { size } of byAddress.values()) most = Math.max(most, size);
      this.set(most);
    },
  });
  const limit = new Gauge<'of'>({
    name: 'mbari_connections_limit',
    help: 'Limits of open connections, in total and per address.',
    labelNames: ['of'],
    registers: [],
  });
  limit.set({ of: 'total' }, limits.inAll);
  limit.set({ of: 'address' }, limits.anAddress);
  return { refused, closed, metrics: [open, busiest, limit, refused, closed] as Metric[] };
}
