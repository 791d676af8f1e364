import { removeFollower } from '@mbari/contract/people/follows';
import * as words from '@mbari/words/follows';
import { useQueryClient } from '@tanstack/react-query';
import { followerRemoved } from '~/platform/lib/cache-events/follows.ts';
import { call } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';

interface RemoveFollowerDialogProps {
  member: { id: string; name: string };
  onClose: () => void;
}

export function RemoveFollowerDialog({ member: { id, name }, onClose }: RemoveFollowerDialogProps) {
  const client = useQueryClient();
  const viewerId = useSession().user?.id ?? '';
  return (
    <ConfirmAction
      title={words.removeFollower}
      question={words.removeQuestion({ name })}
      action={words.remove}
      busy={words.removing}
      failed={words.removeFailed}
      done={words.removed({ name })}
      act={async () => {
        await call(removeFollower, { params: { id } });
        followerRemoved(client, id, viewerId);
      }}
      onClose={onClose}
    />
  );
}
