import { deleteExhibition, type Exhibition, removeCurator } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/exhibitions';
import { deleting, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { exhibitionLeft } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { ignoreNotFound } from '~/platform/lib/use-action.ts';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';

interface LeaveProps {
  exhibition: Exhibition;
  onClose: () => void;
}

/** Asks, deletes the exhibition, and shows the viewer's others. */
export function DeleteExhibition({ exhibition: { id }, onClose }: LeaveProps) {
  const goToOwn = useGoToOwn(id);
  return (
    <ConfirmAction
      title={words.deleteTitle}
      question={words.deleteQuestion}
      action={words.deleteAction}
      busy={deleting}
      failed={words.deleteFailed}
      done={words.deleted}
      act={async () => {
        await ignoreNotFound(call(deleteExhibition, { params: { id } }));
        await goToOwn();
      }}
      onClose={onClose}
    />
  );
}

/** Asks, and ends the viewer's curating. */
export function LeaveExhibition({ exhibition: { id }, onClose }: LeaveProps) {
  const { user } = useSession();
  const goToOwn = useGoToOwn(id);
  return (
    <ConfirmAction
      title={words.leaveTitle}
      question={words.leaveQuestion}
      action={words.leave}
      busy={saving}
      failed={words.saveFailed}
      done={words.left}
      act={async () => {
        await call(removeCurator, { params: { id, memberId: user?.id ?? '' } });
        await goToOwn();
      }}
      onClose={onClose}
    />
  );
}

export function useGoToOwn(id: string): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await navigate({ to: '/exhibitions', search: { tab: 'mine' }, replace: true });
    exhibitionLeft(client, id);
  };
}
