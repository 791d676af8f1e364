import * as words from '@mbari/words/blocks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { ConfirmDialog } from '~/ui/dialog.tsx';
import { block } from './block-and-mute.ts';

interface BlockDialogProps {
  member: { id: string; name: string };
  onBlocked?: (() => void) | undefined;
  onClose: () => void;
}

/** Says what a block does, and asks. */
export function BlockDialog({ member: { id, name }, onBlocked, onClose }: BlockDialogProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await block(client, id);
      toast.success(words.blocked({ name }));
      onClose();
      onBlocked?.();
    } catch (error) {
      setBusy(false);
      toast.error(wordsOf(error, words.blockFailed));
    }
  };
  return (
    <ConfirmDialog
      title={words.block}
      question={words.blockQuestion({ name })}
      action={words.block}
      busy={busy && words.blocking}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
