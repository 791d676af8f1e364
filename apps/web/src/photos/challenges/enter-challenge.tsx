import { type Challenge, enterChallenge } from '@mbari/contract/photos/challenges';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/challenges';
import { saving } from '@mbari/words/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ChooseWorks } from '~/photos/series/choose-works.tsx';
import { ownPosts } from '~/photos/series/series-queries.ts';
import { challengeChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Dialog, DialogButtons } from '~/platform/ui/dialog.tsx';

/** Chooses own posts, and enters them. */
export function EnterChallenge({ challenge, onClose }: { challenge: Challenge; onClose: () => void }) {
  const { id, entries_each, viewer } = challenge;
  const client = useQueryClient();
  const { user } = useSession();
  const [chosen, setChosen] = useState<readonly Photo[]>([]);
  const list = useInfiniteQuery(ownPosts(user?.username ?? ''));
  const entered = viewer.entries.map(({ photo_id }) => photo_id);
  const unfit = itemsOf(list.data).filter(mayNotEnter);
  const enter = useAction(
    async () => {
      // One after another, so that those before a refusal are entered.
      for (const photo of chosen) {
        challengeChanged(client, (await call(enterChallenge, { params: { id }, body: { photo_id: photo.id } })).data);
        setChosen((before) => before.filter((other) => other.id !== photo.id));
      }
    },
    words.enterFailed,
    words.entered,
  );
  return (
    <Dialog
      title={words.enter}
      size="large"
      onClose={onClose}
      footer={
        <DialogButtons
          busy={enter.busy && saving}
          aria-disabled={chosen.length === 0}
          onClick={() => chosen.length > 0 && void enter.run().then((isDone) => isDone && onClose())}
          onCancel={onClose}
        >
          {words.enterChosen({ count: Math.max(1, chosen.length) })}
        </DialogButtons>
      }
    >
      <p className="pb-s4">{words.enterHint}</p>
      <ChooseWorks
        list={list}
        taken={new Set([...entered, ...unfit.map((photo) => photo.id)])}
        chosen={chosen}
        onChange={setChosen}
        most={entries_each - viewer.entries.length}
        full={words.each({ count: entries_each })}
        empty={words.noPosts}
        allTaken={words.noneFit}
      />
    </Dialog>
  );
}

/** The server decides about posts without an audience of their own. */
const mayNotEnter = ({ audience, warning, is_archived }: Photo): boolean =>
  is_archived || warning !== null || (audience !== null && audience !== 'public');
