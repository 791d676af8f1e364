import { retryJobs, type System, type SystemFinding } from '@mbari/contract/operations/system';
import * as words from '@mbari/words/system';
import { tryAgain } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '~/platform/lib/call.ts';
import { dayOf } from '~/platform/lib/dates.ts';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { systemKey } from '~/platform/lib/query-keys.ts';
import { timeAgo } from '~/platform/lib/time-ago.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Note } from '~/platform/ui/note.tsx';
import { checkWords } from './check-words.ts';
import { Technical } from './system-parts.tsx';

interface SystemNeedsProps {
  system: System;
  checks: { findings: readonly SystemFinding[]; checkedAt: string };
}

/** Lists problems that a person must solve, each with its cause and one action. */
export function SystemNeeds({ system, checks: { findings, checkedAt } }: SystemNeedsProps) {
  const { version, mails, jobs, storage } = system;
  const failing = findings.filter(({ state }) => state !== 'ok' && state !== 'no_answer');
  const silent = listSilent(system, findings);
  const unsent = mails?.failed ?? [];
  const failedTasks = (jobs ?? []).filter(({ failed }) => failed > 0);
  const errors = system.errors ?? [];
  const fullOn = storage?.full_on ?? null;
  const security = version.update?.is_security === true ? version.update.version : null;
  if (security === null && [failing, silent, unsent, failedTasks, errors].every(({ length }) => length === 0) && fullOn === null)
    return (
      <Note kind="good">
        {words.allWell} {words.lastChecked({ time: timeAgo(checkedAt) })}
      </Note>
    );
  return (
    <section aria-label={words.needs}>
      <ul className="system-needs">
        {unsent[0] && (
          <Need action={jobs?.some(({ task, retrying }) => task === 'send_mail' && retrying > 0) && <RetryButton task="send_mail" />}>
            <strong>{words.mailsFailing({ count: unsent.length })}.</strong> <Technical>{unsent[0].reason}</Technical>
          </Need>
        )}
        {failedTasks.map(({ task, failed, last_error }) => (
          <Need key={task} action={<RetryButton task={task} />}>
            <strong>
              {words.allJobsFailed({ count: failed })}: <Technical>{task}</Technical>.
            </strong>{' '}
            {last_error !== null && <Technical>{last_error}</Technical>}
          </Need>
        ))}
        {security !== null && (
          <Need>
            <strong>{words.updateReady({ version: security })}.</strong> {words.securityUpdate}
          </Need>
        )}
        {fullOn !== null && (
          <Need isWarning>
            <strong>{words.fullOn({ day: dayOf(fullOn) })}</strong>{' '}
            {storage?.disk && words.freeLeft({ free: formatBytes(storage.disk.free) })}
          </Need>
        )}
        {failing.map(({ check, state, text }) => (
          <Need key={`${check} ${text}`} isWarning={state !== 'failed'}>
            <strong>{checkWords[check]}.</strong> <Technical>{text}</Technical>
          </Need>
        ))}
        {errors[0] && (
          <Need isWarning>
            <strong>{words.errorsCounted({ count: errors.reduce((sum, { count }) => sum + count, 0) })}</strong>{' '}
            <Technical>{errors[0].place}</Technical>
          </Need>
        )}
        {silent.map((part) => (
          <Need key={part} isWarning>
            <strong>{part}.</strong> {words.noAnswer}
          </Need>
        ))}
      </ul>
    </section>
  );
}

const partWords = {
  storage: words.storage,
  database: words.database,
  jobs: words.jobs,
  mails: words.mail,
  errors: words.errors,
  backups: words.backups,
} satisfies Partial<Record<keyof System, string>>;

/** Returns the names of parts and checks without an answer, each once. */
function listSilent(system: System, findings: readonly SystemFinding[]): string[] {
  const parts = Object.entries(partWords).flatMap(([part, name]) => (system[part as keyof typeof partWords] === null ? [name] : []));
  const checks = findings.flatMap(({ check, state }) => (state === 'no_answer' ? [checkWords[check]] : []));
  return [...new Set([...parts, ...checks])];
}

function Need({ isWarning = false, action, children }: { isWarning?: boolean; action?: ReactNode; children: ReactNode }) {
  return (
    <li data-state={isWarning ? 'warning' : 'failed'}>
      <p>{children}</p>
      {action}
    </li>
  );
}

export function RetryButton({ task }: { task: string }) {
  const client = useQueryClient();
  const retry = useAction(
    () => call(retryJobs, { body: { task } }).finally(() => client.invalidateQueries({ queryKey: systemKey })),
    words.failedAction,
    words.retried,
  );
  return (
    <Button kind="text" busy={retry.busy && tryAgain} onClick={() => void retry.run()}>
      {tryAgain}
    </Button>
  );
}
