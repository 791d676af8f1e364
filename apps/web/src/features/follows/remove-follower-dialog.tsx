import { removeFollower } from '@mbari/contract/follows';
import * as words from '@mbari/words/follows';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { followerRemoved } from '~/lib/cache-events/follows.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { useSession } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import { ConfirmDialog } from '~/ui/dialog.tsx';

interface RemoveFollowerDialogProps {
  member: { id: string; name: string };
  onClose: () => void;
}

/** Removes a member from one's own followers. */
export function RemoveFollowerDialog({ member: { id, name }, onClose }: RemoveFollowerDialogProps) {
  const client = useQueryClient();
  const viewerId = useSession().user?.id ?? '';
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await call(removeFollower, { params: { id } });
      followerRemoved(client, id, viewerId);
      toast.success(words.removed({ name }));
      onClose();
    } catch (error) {
      setBusy(false);
      toast.error(wordsOf(error, words.removeFailed));
    }
  };
  return (
    <ConfirmDialog
      title={words.removeFollower}
      question={words.removeQuestion({ name })}
      action={words.remove}
      busy={busy && words.removing}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
