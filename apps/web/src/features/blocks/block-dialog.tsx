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
      toast.success(`${name} is blocked. Settings has the list.`);
      onClose();
      onBlocked?.();
    } catch (error) {
      setBusy(false);
      toast.error(wordsOf(error, 'The block could not be set. Please try again.'));
    }
  };
  return (
    <ConfirmDialog
      title="Block"
      question={`Block ${name}? Neither of you will see the other’s profile, posts and comments any more, and neither follows the other. They are not told. You can take it back in your settings; follows do not return by themselves.`}
      action="Block"
      busy={busy && 'Blocking...'}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
