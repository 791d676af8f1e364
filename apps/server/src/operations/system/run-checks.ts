import { setTimeout as wait } from 'node:timers/promises';
import type { SystemFinding } from '@mbari/contract/operations/system';
import { notesOn } from '../../platform/config.ts';
import { type Context, oncePerContext } from '../../platform/context.ts';
import { listChecks } from './checks.ts';
import { patience } from './read-system.ts';

export interface Checked {
  findings: SystemFinding[];
  at: Date;
}

interface ChecksOfNode {
  /** Runs all checks, or joins a run that has not ended: the checks call the mail server and the public address. */
  run(): Promise<Checked>;
  /** Result of the last run. */
  last: Checked | null;
}

/** Checks of this node, all at the same time. */
export const checksOf = oncePerContext((context): ChecksOfNode => {
  let running: Promise<Checked> | undefined;
  const checks: ChecksOfNode = {
    last: null,
    run: () =>
      (running ??= runAll(context)
        .then((checked) => (checks.last = checked))
        .finally(() => (running = undefined))),
  };
  return checks;
});

async function runAll({ config, db, store, now }: Context): Promise<Checked> {
  const kind = config.database.kind === 'server' ? 'server' : 'embedded, running';
  const checks = listChecks({
    config,
    notes: notesOn(process.env, config),
    open: async () => ({ db, kind }),
    openStore: async () => store,
  });
  const findings = await Promise.all(
    checks.map(({ check, run }) => {
      const noAnswer: SystemFinding[] = [{ check, state: 'no_answer', text: '' }];
      return Promise.race<SystemFinding[]>([run(), wait(patience, noAnswer, { ref: false })]);
    }),
  );
  return { findings: findings.flat(), at: now() };
}
