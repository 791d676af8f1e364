import { restoreForumPost, restoreTopic } from '@mbari/contract/forum/moderation';
import {
  type ReportCase,
  endSilence,
  endSuspension,
  restoreComment,
  restoreExhibition,
  restoreFeedback,
  restorePhoto,
  restoreSeries,
} from '@mbari/contract/moderation/cases';
import * as words from '@mbari/words/moderation';
import { sending } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contentModerated } from '~/platform/lib/cache-events/moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';

type DialogAct = 'keep' | 'mark' | 'remove' | 'warn' | 'silence' | 'suspend';

export function CardActions({ report, labelledBy, ruleId }: { report: ReportCase; labelledBy: string; ruleId: string }) {
  const [dialogAct, setDialogAct] = useState<DialogAct>('keep');
  const { Dialog, open, close } = useLazyDialog(async () => (await import('./resolve-dialogs.tsx')).ResolveDialog);
  const openDialog = (act: DialogAct) => {
    setDialogAct(act);
    open();
  };
  const { viewer, resolution, subject } = report;
  const { busy, run: reverse } = useReverseAct(report);
  const button = { 'aria-describedby': labelledBy };
  return (
    <>
      <div className="report-actions">
        {resolution === null && (
          <Button {...button} aria-keyshortcuts="e" kind="quiet" onClick={() => openDialog('keep')}>
            {words.keep} <Key letter="e" />
          </Button>
        )}
        {viewer.may_remove && subject?.type === 'photo' && (
          <Button {...button} kind="quiet" onClick={() => openDialog('mark')}>
            {words.mark}
          </Button>
        )}
        {viewer.may_sanction && (
          <>
            <Button {...button} aria-keyshortcuts="w" kind="quiet" onClick={() => openDialog('warn')}>
              {words.warn} <Key letter="w" />
            </Button>
            <Button {...button} aria-keyshortcuts="m" kind="quiet" onClick={() => openDialog('silence')}>
              {words.silence} <Key letter="m" />
            </Button>
          </>
        )}
        {viewer.may_remove && (
          <Button {...button} aria-keyshortcuts="r" kind="quiet" className="report-strong" onClick={() => openDialog('remove')}>
            {words.remove} <Key letter="r" />
          </Button>
        )}
        {viewer.may_suspend && (
          <Button {...button} aria-keyshortcuts="x" kind="quiet" className="report-strong" onClick={() => openDialog('suspend')}>
            {words.suspend} <Key letter="x" />
          </Button>
        )}
        {viewer.may_restore && (
          <Button {...button} kind="quiet" busy={busy && sending} onClick={() => void reverse('restore')}>
            {words.restore}
          </Button>
        )}
        {viewer.may_end_silence && (
          <Button {...button} kind="quiet" busy={busy && sending} onClick={() => void reverse('silence')}>
            {words.endSilence}
          </Button>
        )}
        {viewer.may_end_suspension && (
          <Button {...button} kind="quiet" busy={busy && sending} onClick={() => void reverse('suspension')}>
            {words.endSuspension}
          </Button>
        )}
      </div>
      {Dialog && <Dialog act={dialogAct} report={report} ruleId={ruleId} onClose={close} />}
    </>
  );
}

/** Shortcut shown on a button. Screen readers get `aria-keyshortcuts`. */
export const Key = ({ letter }: { letter: string }) => (
  <kbd className="case-key" aria-hidden="true">
    {letter.toUpperCase()}
  </kbd>
);

type Reversal = 'restore' | 'silence' | 'suspension';
const reversalMessages = { restore: words.restored, silence: words.silenceEnded, suspension: words.suspensionEnded } as const;

async function restore({ type, id, topic_id: topic }: NonNullable<ReportCase['subject']>): Promise<void> {
  if (type === 'photo') await call(restorePhoto, { params: { id } });
  else if (type === 'comment') await call(restoreComment, { params: { id } });
  else if (type === 'series') await call(restoreSeries, { params: { id } });
  else if (type === 'exhibition') await call(restoreExhibition, { params: { id } });
  else if (type === 'feedback') await call(restoreFeedback, { params: { id } });
  else if (type === 'topic' && topic !== null) await call(restoreTopic, { params: { id: topic }, body: {} });
  else if (topic !== null) await call(restoreForumPost, { params: { id: topic, postId: id } });
}

function useReverseAct({ subject }: ReportCase) {
  const client = useQueryClient();
  const send = async (reversal: Reversal): Promise<void> => {
    if (subject === null) return;
    if (reversal === 'restore') await restore(subject);
    else if (reversal === 'silence' && subject.author) await call(endSilence, { params: { id: subject.author.id } });
    else if (subject.author) await call(endSuspension, { params: { id: subject.author.id } });
  };
  return useAction(async (reversal: Reversal) => {
    try {
      await send(reversal);
      toast.success(reversalMessages[reversal]);
    } finally {
      await contentModerated(client);
    }
  }, words.failed);
}
