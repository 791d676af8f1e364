import { Counter, type Metric } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { postCacheOf } from './post-cache.ts';

export const postCacheMetrics = (context: Context): Metric[] => [
  new Counter({
    name: 'mbari_post_cache_reads_total',
    help: 'Posts read for lists since the start, from the cache (hit) or from the database (miss).',
    labelNames: ['result'],
    registers: [],
    collect() {
      const { hits, misses } = postCacheOf(context).figures;
      this.reset();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'miss' }, misses);
    },
  }),
];
