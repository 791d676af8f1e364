import { Counter, Gauge, type Metric } from 'prom-client';
import type { Replicas } from '../db/open-replicas.ts';

export function replicaMetrics({ all, counts }: Replicas): Metric[] {
  const lag = new Gauge({
    name: 'mbari_replica_lag_seconds',
    help: 'Replication lag at the last inspection; +Inf while the replica is not used.',
    labelNames: ['replica'],
    registers: [],
    collect() {
      for (const replica of all) this.set({ replica: replica.name }, replica.lagMs() / 1000);
    },
  });
  const statements = new Counter({
    name: 'mbari_replica_statements_total',
    help: 'Statements on each replica, by outcome.',
    labelNames: ['replica', 'outcome'],
    registers: [],
    collect() {
      this.reset();
      for (const { name, counts: of } of all)
        for (const outcome of ['answered', 'failed'] as const) this.inc({ replica: name, outcome }, of[outcome]);
    },
  });
  const reads = new Counter({
    name: 'mbari_replica_reads_total',
    help: 'Lists that replicas may serve, by their actual source.',
    labelNames: ['from'],
    registers: [],
    collect() {
      this.reset();
      for (const [from, count] of Object.entries(counts)) this.inc({ from }, count);
    },
  });
  return [lag, statements, reads];
}
