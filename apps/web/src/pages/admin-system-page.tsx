import { checkUpdate } from '@mbari/contract/operations/system';
import * as words from '@mbari/words/system';
import { useQuery } from '@tanstack/react-query';
import { AdminFrame } from '~/community/admin-frame.tsx';
import {
  BackupsBlock,
  ChecksBlock,
  DatabaseBlock,
  ErrorsBlock,
  JobsBlock,
  LimitsBlock,
  MailBlock,
  PushBlock,
  StorageBlock,
} from '~/operations/system-blocks.tsx';
import { SystemNeeds } from '~/operations/system-needs.tsx';
import { systemChecks, systemState } from '~/operations/system-query.ts';
import { call } from '~/platform/lib/call.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

export default function AdminSystemPage() {
  return <AdminFrame title={words.title}>{() => <SystemState />}</AdminFrame>;
}

function SystemState() {
  const { data: system, isError, isFetching, refetch } = useQuery(systemState);
  const checks = useQuery(systemChecks);
  const failed = [system === undefined && isError && refetch, checks.data === undefined && checks.isError && checks.refetch];
  if (failed.some(Boolean))
    return (
      <FetchFailed
        message={words.loadFailed}
        busy={isFetching || checks.isFetching}
        onRetry={() => failed.forEach((retry) => retry && void retry())}
      />
    );
  // Shows everything at once, which prevents a layout shift.
  if (!system || !checks.data)
    return (
      <div className="py-s6 text-center">
        <Spinner size={28} />
      </div>
    );
  const { data: findings, checked_at: checkedAt } = checks.data;
  const checkAgain = async () => {
    if (system.version.update) await call(checkUpdate).catch(() => undefined);
    await Promise.all([checks.refetch(), refetch()]);
  };
  return (
    <>
      <SystemNeeds system={system} checks={{ findings, checkedAt }} />
      <div className="system-blocks">
        <ChecksBlock version={system.version} findings={findings} isChecking={checks.isFetching} onCheck={() => void checkAgain()} />
        <BackupsBlock backups={system.backups} />
        <StorageBlock storage={system.storage} />
        <MailBlock mails={system.mails} />
        <JobsBlock jobs={system.jobs} />
        <ErrorsBlock errors={system.errors} />
        <DatabaseBlock database={system.database} />
        <LimitsBlock limits={system.limits} refusals={system.refusals} />
        <PushBlock />
      </div>
    </>
  );
}
