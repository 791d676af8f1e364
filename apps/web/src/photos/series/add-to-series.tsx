import type { Photo } from '@mbari/contract/photos/posts';
import { addToSeries, createSeries, type OwnSeries, removeFromSeries } from '@mbari/contract/photos/series';
import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/series';
import { saving } from '@mbari/words/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { seriesChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { TextField } from '~/platform/ui/field.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { Switch } from '~/platform/ui/switch.tsx';
import { ownSeries, seriesState } from './series-queries.ts';
import './series-dialogs.css';

/** The member's own series, each with a switch for this post, and a field for a new one. */
export function AddToSeries({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const { data, isFetching, isError, refetch } = useQuery(ownSeries(photo.id));
  return (
    <Dialog title={words.addTitle} onClose={onClose}>
      {data ? (
        <ul className="own-series">
          {data.map((series) => (
            <SeriesRow key={series.id} series={series} photo={photo} />
          ))}
        </ul>
      ) : isError ? (
        <FetchFailed message={words.listFailed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Spinner size={28} />
      )}
      {data?.length === 0 && <p className="text-ink-quiet">{words.none}</p>}
      <NewSeries photo={photo} />
    </Dialog>
  );
}

function SeriesRow({ series: { id, title, photos_count, is_complete, has_photo }, photo }: { series: OwnSeries; photo: Photo }) {
  const client = useQueryClient();
  const { busy, run } = useAction(async (isIn: boolean) => {
    await call(isIn ? addToSeries : removeFromSeries, { params: { id, photoId: photo.id } });
    void seriesChanged(client, id);
    await client.refetchQueries(ownSeries(photo.id));
  }, words.saveFailed);
  const switchId = useId();
  return (
    <li>
      <label htmlFor={switchId} className="min-w-0 flex-1">
        <span className="block truncate font-semibold" dir="auto">
          {title}
        </span>
        <span className="block text-t15 text-ink-meta">{seriesState({ is_complete, count: photos_count })}</span>
      </label>
      <Switch id={switchId} on={busy ? !has_photo : has_photo} aria-busy={busy} onChange={(isIn) => void run(isIn)} />
    </li>
  );
}

function NewSeries({ photo }: { photo: Photo }) {
  const client = useQueryClient();
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { title: '' },
    check: ({ title }) => ({ ...(!hasVisibleText(title) && { title: [words.titleMissing] }) }),
    send: async ({ title }) => {
      const { data } = await call(createSeries, { body: { title, photo_id: photo.id } });
      void seriesChanged(client, data.id);
      await client.refetchQueries(ownSeries(photo.id));
      change({ title: '' });
    },
    done: words.created,
    failed: words.saveFailed,
  });
  return (
    <form noValidate onSubmit={onSubmit} className="new-series">
      <TextField
        name="title"
        dir="auto"
        label={words.newSeries}
        value={values.title}
        maxLength={limits.seriesTitle}
        error={errors['title']}
        className="min-w-0 flex-1"
        onChange={({ target }) => change({ title: target.value })}
      />
      <Button type="submit" kind="quiet" busy={busy && saving}>
        {words.create}
      </Button>
    </form>
  );
}
