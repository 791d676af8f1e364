'use no memo';

import type { ReportCase } from '@mbari/contract/moderation/cases';
import * as words from '@mbari/words/moderation';
import * as queueWords from '@mbari/words/report-queue';
import { useState } from 'react';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import type { FailedCase, BulkOutcome } from './bulk-resolve-dialog.tsx';

interface QueueBarProps {
  cases: readonly ReportCase[];
  selected: readonly ReportCase[];
  onSelect: (ids: ReadonlySet<string>) => void;
  onFailures: (failures: readonly FailedCase[]) => void;
}

export function QueueBar({ cases, selected, onSelect, onFailures }: QueueBarProps) {
  const [dialogOutcome, setDialogOutcome] = useState<BulkOutcome>('dismissed');
  const { Dialog, open, close } = useLazyDialog(async () => (await import('./resolve-dialogs.tsx')).BulkResolveDialog);
  const isAll = selected.length === cases.length;
  const openDialog = (outcome: BulkOutcome) => {
    setDialogOutcome(outcome);
    open();
  };
  const actButton = (outcome: BulkOutcome, key: string, label: string) => (
    <Button kind="quiet" aria-keyshortcuts={key} onClick={() => openDialog(outcome)}>
      {label}
    </Button>
  );
  return (
    <div className="queue-bar" data-chosen={selected.length > 0 || undefined}>
      <label className="queue-all">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = selected.length > 0 && !isAll;
          }}
          onChange={() => onSelect(new Set(isAll ? [] : cases.map(({ id }) => id)))}
        />
        <span>{isAll ? queueWords.clear : queueWords.selectAll}</span>
      </label>
      {selected.length > 0 && (
        <>
          <b role="status">{queueWords.selected({ count: selected.length })}</b>
          <div className="queue-acts">
            {actButton('dismissed', 'e', words.keep)}
            {actButton('removed', 'r', words.remove)}
            {actButton('warned', 'w', words.warn)}
          </div>
        </>
      )}
      {Dialog && (
        <Dialog
          outcome={dialogOutcome}
          cases={selected}
          onClose={close}
          onDone={(failures) => {
            onSelect(new Set());
            onFailures(failures);
          }}
        />
      )}
    </div>
  );
}
