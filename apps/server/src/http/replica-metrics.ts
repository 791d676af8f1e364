import { Gauge, type Metric } from 'prom-client';
import type { Replicas } from '../db/replicas/open-replicas.ts';

/** How replicas fare, and what is read from them. */
export function replicaMetrics({ all, counts }: Replicas): Metric[] {
  const lag = new Gauge({
    name: 'mbari_replica_lag_seconds',
    help: 'How far each replica was behind when it was last looked at; +Inf while it is left alone.',
    labelNames: ['replica'],
    registers: [],
    collect() {
      for (const one of all) this.set({ replica: one.name }, one.behindMs() / 1000);
    },
  });
  const statements = new Gauge({
    name: 'mbari_replica_statements_total',
    help: 'Statements that each replica answered, or failed at.',
    labelNames: ['replica', 'outcome'],
    registers: [],
    collect() {
      for (const { name, counts: of } of all)
        for (const outcome of ['answered', 'failed'] as const) this.set({ replica: name, outcome }, of[outcome]);
    },
  });
  const reads = new Gauge({
    name: 'mbari_replica_reads_total',
    help: 'Lists that a replica may find, by where they came from in the end.',
    labelNames: ['from'],
    registers: [],
    collect() {
      for (const [from, count] of Object.entries(counts)) this.set({ from }, count);
    },
  });
  return [lag, statements, reads];
}
