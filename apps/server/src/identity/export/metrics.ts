import { Counter, Gauge, type Metric } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { exportSlots, mostAtOnce } from './export-slots.ts';

export function exportMetrics(context: Context): Metric[] {
  const limit = new Gauge({ name: 'mbari_exports_limit', help: 'How many exports may be under way at once.', registers: [] });
  limit.set(mostAtOnce);
  return [
    limit,
    new Gauge({
      name: 'mbari_exports',
      help: 'Exports of members’ data under way.',
      registers: [],
      collect() {
        this.set(exportSlots(context).taken.size);
      },
    }),
    new Counter({
      name: 'mbari_exports_refused_total',
      help: 'Exports refused: the member’s own is under way (429), all places are taken (503).',
      labelNames: ['reason'],
      registers: [],
      collect() {
        this.reset();
        for (const [reason, count] of Object.entries(exportSlots(context).refused)) this.inc({ reason }, count);
      },
    }),
  ];
}
