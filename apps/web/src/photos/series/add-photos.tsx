import type { Photo } from '@mbari/contract/photos/posts';
import { updateSeries } from '@mbari/contract/photos/series';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/series';
import { saving } from '@mbari/words/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { seriesChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Dialog, DialogButtons } from '~/platform/ui/dialog.tsx';
import { ChooseWorks } from './choose-works.tsx';
import { ownPosts, type SeriesWithPhotos } from './series-queries.ts';

/** Chooses own posts, and adds them to the end of the series in the order of the choice. */
export function AddPhotos({ content: { data: photos, meta }, onClose }: { content: SeriesWithPhotos; onClose: () => void }) {
  const client = useQueryClient();
  const { id, user, version } = meta.series;
  const [chosen, setChosen] = useState<readonly Photo[]>([]);
  const list = useInfiniteQuery(ownPosts(user.username));
  const add = useAction(async () => {
    const photo_ids = [...photos, ...chosen].map((photo) => photo.id);
    try {
      await call(updateSeries, { params: { id }, body: { photo_ids, version } });
    } finally {
      // After a conflict, shows what another tab saved.
      await seriesChanged(client, id);
    }
  }, words.saveFailed);
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
      <ChooseWorks
        list={list}
        taken={new Set(photos.map((photo) => photo.id))}
        chosen={chosen}
        onChange={setChosen}
        most={limits.seriesPhotos - photos.length}
        full={words.full({ most: limits.seriesPhotos })}
        empty={words.empty}
        allTaken={words.allIn}
      />
    </Dialog>
  );
}
