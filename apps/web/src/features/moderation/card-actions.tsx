import { endSuspension, restoreComment, restorePhoto } from '@mbari/contract/moderation';
import type { ReportCase } from '@mbari/contract/shapes/moderation';
import * as words from '@mbari/words/moderation';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contentModerated } from '~/lib/cache-events/moderation.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';
import { KeepDialog, RemoveDialog, SuspendDialog } from './resolve-dialogs.tsx';

type Asked = 'keep' | 'remove' | 'suspend';
const dialogs = { keep: KeepDialog, remove: RemoveDialog, suspend: SuspendDialog } as const;

/** What the viewer can do about a report, or take back of what was done. */
export function CardActions({ report, labelledBy }: { report: ReportCase; labelledBy: string }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { viewer, resolution } = report;
  const { busy, takeBack } = useTakeBack(report);
  const button = { 'aria-describedby': labelledBy };
  const Asking = asked === null ? null : dialogs[asked];
  return (
    <>
      <div className="report-actions">
        {viewer.may_remove && (
          <Button {...button} onClick={() => setAsked('remove')}>
            {words.remove}
          </Button>
        )}
        {resolution === null && (
          <Button {...button} kind="quiet" onClick={() => setAsked('keep')}>
            {words.keep}
          </Button>
        )}
        {viewer.may_suspend && (
          <Button {...button} kind="quiet" className="report-suspend" onClick={() => setAsked('suspend')}>
            {words.suspend}
          </Button>
        )}
        {viewer.may_restore && (
          <Button {...button} kind="quiet" busy={busy && words.sending} onClick={() => void takeBack('restore')}>
            {words.restore}
          </Button>
        )}
        {viewer.may_end_suspension && (
          <Button {...button} kind="quiet" busy={busy && words.sending} onClick={() => void takeBack('suspension')}>
            {words.endSuspension}
          </Button>
        )}
      </div>
      {Asking && <Asking report={report} onClose={() => setAsked(null)} />}
    </>
  );
}

function useTakeBack({ subject }: ReportCase): { busy: boolean; takeBack: (what: 'restore' | 'suspension') => Promise<void> } {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const send = async (what: 'restore' | 'suspension'): Promise<void> => {
    if (subject === null) return;
    if (what === 'restore') await call(subject.type === 'photo' ? restorePhoto : restoreComment, { params: { id: subject.id } });
    else if (subject.author) await call(endSuspension, { params: { id: subject.author.id } });
  };
  return {
    busy,
    takeBack: async (what) => {
      setBusy(true);
      try {
        await send(what);
        toast.success(what === 'restore' ? words.restored : words.suspensionEnded);
      } catch (error) {
        toast.error(wordsOf(error, words.failed));
      }
      await contentModerated(client);
      setBusy(false);
    },
  };
}
