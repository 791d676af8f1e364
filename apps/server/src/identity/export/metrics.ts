import { Counter, Gauge, type Metric } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { exportSlots, maxConcurrentExports } from './export-slots.ts';

export function exportMetrics(context: Context): Metric[] {
  const limit = new Gauge({ name: 'mbari_exports_limit', help: 'Maximum concurrent exports.', registers: [] });
  limit.set(maxConcurrentExports);
  return [
    limit,
    new Gauge({
      name: 'mbari_exports',
      help: 'Running exports of member data.',
      registers: [],
      collect() {
        this.set(exportSlots(context).memberIds.size);
      },
    }),
    new Counter({
      name: 'mbari_exports_refused_total',
      help: 'Refused exports: one of the member is running (429), or all slots are taken (503).',
      labelNames: ['reason'],
      registers: [],
      collect() {
        this.reset();
        for (const [reason, count] of Object.entries(exportSlots(context).refusals)) this.inc({ reason }, count);
      },
    }),
  ];
}
