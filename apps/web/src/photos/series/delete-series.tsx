import { deleteSeries, type Series } from '@mbari/contract/photos/series';
import * as words from '@mbari/words/series';
import { deleting } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deletedSeriesLeft, seriesChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { ignoreNotFound } from '~/platform/lib/use-action.ts';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';

/** Asks, deletes the series, and shows the author's other series. */
export function DeleteSeries({ series: { id, user }, onClose }: { series: Series; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmAction
      title={words.deleteTitle}
      question={words.deleteQuestion}
      action={words.deleteAction}
      busy={deleting}
      failed={words.deleteFailed}
      done={words.deleted}
      act={async () => {
        await ignoreNotFound(call(deleteSeries, { params: { id } }));
        await navigate({ to: '/user/$username', params: { username: user.username }, search: { tab: 'series' }, replace: true });
        deletedSeriesLeft(client, id);
        await seriesChanged(client);
      }}
      onClose={onClose}
    />
  );
}
