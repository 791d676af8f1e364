import type { Photo } from '@mbari/contract/photos/posts';
import { updateSeries } from '@mbari/contract/photos/series';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/series';
import { saving } from '@mbari/words/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { seriesChanged } from '~/platform/lib/cache-events/series.ts';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Dialog, DialogButtons } from '~/platform/ui/dialog.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { Thumbnail } from './ordered-works.tsx';
import { ownPosts, type SeriesWithPhotos } from './series-queries.ts';

/** Chooses own posts, and adds them to the end of the series in the order of the choice. */
export function AddPhotos({ content: { data: photos, meta }, onClose }: { content: SeriesWithPhotos; onClose: () => void }) {
  const client = useQueryClient();
  const { id, user, version } = meta.series;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const list = useInfiniteQuery(ownPosts(user.username));
  const add = useAction(async () => {
    const photo_ids = [...photos.map((photo) => photo.id), ...chosen];
    try {
      await call(updateSeries, { params: { id }, body: { photo_ids, version } });
    } finally {
      // After a conflict, shows what another tab saved.
      await seriesChanged(client, id);
    }
  }, words.saveFailed);
  const isFull = photos.length + chosen.length >= limits.seriesPhotos;
  const toggle = (photoId: string) =>
    setChosen(chosen.includes(photoId) ? chosen.filter((other) => other !== photoId) : isFull ? chosen : [...chosen, photoId]);
  return (
    <Dialog
      title={words.addPhotos}
      size="large"
      onClose={onClose}
      footer={
        <DialogButtons
          busy={add.busy && saving}
          aria-disabled={chosen.length === 0}
          onClick={() => chosen.length > 0 && void add.run().then((isDone) => isDone && onClose())}
          onCancel={onClose}
        >
          {chosen.length === 0 ? words.addPhotos : words.addChosen({ count: chosen.length })}
        </DialogButtons>
      }
    >
      <PagedList list={list} failed={words.photosFailed} empty={<p className="text-ink-quiet">{words.empty}</p>}>
        {(posts) => {
          const others = posts.filter((post) => photos.every((photo) => photo.id !== post.id));
          return others.length === 0 && !list.hasNextPage ? (
            <p className="text-ink-quiet">{words.allIn}</p>
          ) : (
            <div className="choose-works">
              {others.map((post) => (
                <Choice key={post.id} photo={post} number={chosen.indexOf(post.id) + 1} onToggle={() => toggle(post.id)} />
              ))}
            </div>
          );
        }}
      </PagedList>
      <p role="status" className="text-t15 text-ink-meta">
        {isFull && words.full({ most: limits.seriesPhotos })}
      </p>
    </Dialog>
  );
}

function Choice({ photo, number, onToggle }: { photo: Photo; number: number; onToggle: () => void }) {
  return (
    <label className="choose-work" title={photo.title}>
      <input type="checkbox" className="sr-only" checked={number > 0} onChange={onToggle} />
      <Thumbnail photo={photo} />
      <span className="sr-only">{words.choose(photo)}</span>
      {number > 0 && (
        <span className="choose-work-mark" aria-hidden="true">
          <Check size={16} strokeWidth={2} />
        </span>
      )}
    </label>
  );
}
