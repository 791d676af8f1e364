import { Counter, Gauge, type Metric } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { bytesAtMost, readyPostsOf } from './ready-posts.ts';

/** How much memory posts take that are kept ready, and how often one was at hand. */
export function readyPostMetrics(context: Context): Metric[] {
  const limit = new Gauge({
    name: 'mbari_ready_posts_limit_bytes',
    help: 'How much memory posts that are kept ready may take.',
    registers: [],
  });
  limit.set(bytesAtMost);
  return [
    limit,
    new Gauge({
      name: 'mbari_ready_posts_bytes',
      help: 'How much memory posts that are kept ready take.',
      registers: [],
      collect() {
        this.set(readyPostsOf(context).figures.bytes);
      },
    }),
    new Gauge({
      name: 'mbari_ready_posts',
      help: 'Posts that are kept ready.',
      registers: [],
      collect() {
        this.set(readyPostsOf(context).figures.posts);
      },
    }),
    new Counter({
      name: 'mbari_ready_posts_total',
      help: 'Posts of lists since the start: made anew, and kept ones that nothing had changed of.',
      labelNames: ['how'],
      registers: [],
      collect() {
        const { made, reused } = readyPostsOf(context).figures;
        this.reset();
        this.inc({ how: 'made' }, made);
        this.inc({ how: 'reused' }, reused);
      },
    }),
  ];
}
