import type { ReportCase } from '@mbari/contract/moderation/cases';
import * as words from '@mbari/words/moderation';
import * as queueWords from '@mbari/words/report-queue';
import { useState } from 'react';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import type { RefusedCase, TogetherOutcome } from './together-dialog.tsx';

interface QueueBarProps {
  cases: readonly ReportCase[];
  chosen: readonly ReportCase[];
  onChoose: (ids: ReadonlySet<string>) => void;
  onRefused: (refused: readonly RefusedCase[]) => void;
}

export function QueueBar({ cases, chosen, onChoose, onRefused }: QueueBarProps) {
  const [asked, setAsked] = useState<TogetherOutcome>('dismissed');
  const { Dialog, open, close } = useLazyDialog(async () => (await import('./resolve-dialogs.tsx')).TogetherDialog);
  const isAll = chosen.length === cases.length;
  const ask = (outcome: TogetherOutcome) => {
    setAsked(outcome);
    open();
  };
  const act = (outcome: TogetherOutcome, key: string, label: string) => (
    <Button kind="quiet" aria-keyshortcuts={key} onClick={() => ask(outcome)}>
      {label}
    </Button>
  );
  return (
    <div className="queue-bar" data-chosen={chosen.length > 0 || undefined}>
      <label className="queue-all">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && !isAll;
          }}
          onChange={() => onChoose(new Set(isAll ? [] : cases.map(({ id }) => id)))}
        />
        <span>{isAll ? queueWords.clear : queueWords.selectAll}</span>
      </label>
      {chosen.length > 0 && (
        <>
          <b role="status">{queueWords.selected({ count: chosen.length })}</b>
          <div className="queue-acts">
            {act('dismissed', 'e', words.keep)}
            {act('removed', 'r', words.remove)}
            {act('warned', 'w', words.warn)}
          </div>
        </>
      )}
      {Dialog && (
        <Dialog
          outcome={asked}
          cases={chosen}
          onClose={close}
          onDone={(refused) => {
            onChoose(new Set());
            onRefused(refused);
          }}
        />
      )}
    </div>
  );
}
