import { Counter, Gauge, type Metric } from 'prom-client';
import type { LimitLoad, RateLimits } from './rate-limits.ts';

const labelNames = ['limit'] as const;

export function limitMetrics(limits: RateLimits): Metric[] {
  const shape = (name: string, help: string) => ({ name, help, labelNames, registers: [] });
  const each = (report: (limit: LimitLoad) => void): void => {
    for (const limit of limits.load()) report(limit);
  };
  return [
    new Gauge({
      ...shape('mbari_rate_limit_keys', 'Keys (addresses, members, accounts) that are being counted.'),
      collect() {
        each(({ name, keys }) => this.set({ limit: name }, keys));
      },
    }),
    new Gauge({
      ...shape('mbari_rate_limit_keys_limit', 'Largest number of keys of a limit.'),
      collect() {
        each(({ name, mostKeys }) => this.set({ limit: name }, mostKeys));
      },
    }),
    new Counter({
      ...shape('mbari_rate_limit_evicted_total', 'Keys evicted before their window ended, because there were too many.'),
      collect() {
        this.reset();
        each(({ name, evicted }) => this.inc({ limit: name }, evicted));
      },
    }),
    new Counter({
      ...shape('mbari_rate_limit_refused_total', 'Requests refused with 429.'),
      collect() {
        this.reset();
        each(({ name, refused }) => this.inc({ limit: name }, refused));
      },
    }),
  ];
}
