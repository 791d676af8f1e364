import { removeFollower } from '@mbari/contract/people/follows';
import * as blockWords from '@mbari/words/blocks';
import * as followWords from '@mbari/words/follows';
import { useQueryClient } from '@tanstack/react-query';
import { followerRemoved } from '~/platform/lib/cache-events/follows.ts';
import { call } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import { block } from './block-and-mute.ts';

interface BlockDialogProps {
  member: { id: string; name: string };
  onBlocked?: (() => void) | undefined;
  onClose: () => void;
}

export function BlockDialog({ member: { id, name }, onBlocked, onClose }: BlockDialogProps) {
  const client = useQueryClient();
  return (
    <ConfirmAction
      title={blockWords.block}
      question={blockWords.blockQuestion({ name })}
      action={blockWords.block}
      busy={blockWords.blocking}
      failed={blockWords.blockFailed}
      done={blockWords.blocked({ name })}
      act={async () => {
        await block(client, id);
        onBlocked?.();
      }}
      onClose={onClose}
    />
  );
}

interface RemoveFollowerDialogProps {
  member: { id: string; name: string };
  onClose: () => void;
}

export function RemoveFollowerDialog({ member: { id, name }, onClose }: RemoveFollowerDialogProps) {
  const client = useQueryClient();
  const viewerId = useSession().user?.id ?? '';
  return (
    <ConfirmAction
      title={followWords.removeFollower}
      question={followWords.removeQuestion({ name })}
      action={followWords.remove}
      busy={followWords.removing}
      failed={followWords.removeFailed}
      done={followWords.removed({ name })}
      act={async () => {
        await call(removeFollower, { params: { id } });
        followerRemoved(client, id, viewerId);
      }}
      onClose={onClose}
    />
  );
}
