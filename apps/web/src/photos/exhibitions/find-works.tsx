import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/exhibitions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { photoSearch } from '~/photos/search-queries.ts';
import { ChooseWorks } from '~/photos/series/choose-works.tsx';
import { ownPosts } from '~/photos/series/series-queries.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import { Dialog, DialogButtons } from '~/platform/ui/dialog.tsx';
import { TextField } from '~/platform/ui/field.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';

interface FindWorksProps {
  taken: ReadonlySet<string>;
  /** Number of works that fit into the room. */
  most: number;
  onChoose: (photos: readonly Photo[]) => void;
  onClose: () => void;
}

/** Chooses works among all members' posts, or the viewer's own. */
export function FindWorks({ taken, most, onChoose, onClose }: FindWorksProps) {
  const [from, setFrom] = useState<'all' | 'own'>('all');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Photo[]>([]);
  const { user } = useSession();
  const sought = useDebounced(typed.trim(), limits.searchDebounce);
  const all = useInfiniteQuery({ ...photoSearch({ words: sought, category: '' }), enabled: from === 'all' });
  const own = useInfiniteQuery({ ...ownPosts(user?.username ?? ''), enabled: from === 'own' });
  return (
    <Dialog
      title={words.addWorks}
      size="large"
      onClose={onClose}
      footer={
        <DialogButtons
          aria-disabled={chosen.length === 0}
          onClick={() => {
            if (chosen.length === 0) return;
            onChoose(chosen);
            onClose();
          }}
          onCancel={onClose}
        >
          {chosen.length === 0 ? words.addWorks : words.addChosen({ count: chosen.length })}
        </DialogButtons>
      }
    >
      <div className="find-works">
        <Tabs
          label={words.addWorks}
          tabs={[
            { name: 'all', label: words.allMembers },
            { name: 'own', label: words.ownPosts },
          ]}
          chosen={from}
          controls="found-works"
          onChoose={setFrom}
        />
        {from === 'all' && (
          <TextField
            type="search"
            dir="auto"
            autoComplete="off"
            label={words.findWorks}
            value={typed}
            maxLength={limits.search}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <div id="found-works" role="tabpanel">
          <ChooseWorks
            key={from}
            list={from === 'all' ? all : own}
            taken={taken}
            chosen={chosen}
            onChange={setChosen}
            most={most}
            full={words.roomFull({ most: limits.roomWorks })}
            empty={words.noneFound}
            allTaken={words.noneFound}
          />
        </div>
      </div>
    </Dialog>
  );
}
