import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/series';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { Thumbnail } from './ordered-works.tsx';
import './series-dialogs.css';

interface ChooseWorksProps {
  list: UseInfiniteQueryResult<InfiniteData<{ data: readonly Photo[] }>>;
  /** Ids of works that are already there. */
  taken: ReadonlySet<string>;
  chosen: readonly Photo[];
  onChange: (chosen: readonly Photo[]) => void;
  /** Number of works that may still be added, and what to say once they are. */
  most: number;
  full: string;
  /** Shown without any posts, and if all of them are taken. */
  empty: ReactNode;
  allTaken: ReactNode;
}

/** Posts as squares, each with a checkbox, in the order of the choice. */
export function ChooseWorks({ list, taken, chosen, onChange, most, full, empty, allTaken }: ChooseWorksProps) {
  const isFull = chosen.length >= most;
  const positionOf = ({ id }: Photo): number => chosen.findIndex((photo) => photo.id === id);
  const toggle = (photo: Photo) =>
    onChange(positionOf(photo) >= 0 ? chosen.filter(({ id }) => id !== photo.id) : isFull ? chosen : [...chosen, photo]);
  return (
    <>
      <PagedList list={list} failed={words.photosFailed} empty={<p className="text-ink-quiet">{empty}</p>}>
        {(posts) => {
          const others = posts.filter(({ id }) => !taken.has(id));
          return others.length === 0 && !list.hasNextPage ? (
            <p className="text-ink-quiet">{allTaken}</p>
          ) : (
            <div className="choose-works">
              {others.map((photo) => (
                <Choice key={photo.id} photo={photo} isChosen={positionOf(photo) >= 0} onToggle={() => toggle(photo)} />
              ))}
            </div>
          );
        }}
      </PagedList>
      <p role="status" className="text-t15 text-ink-meta">
        {isFull && full}
      </p>
    </>
  );
}

function Choice({ photo, isChosen, onToggle }: { photo: Photo; isChosen: boolean; onToggle: () => void }) {
  return (
    <label className="choose-work" title={photo.title}>
      <input type="checkbox" className="sr-only" checked={isChosen} onChange={onToggle} />
      <Thumbnail photo={photo} />
      <span className="sr-only">{words.choose(photo)}</span>
      {isChosen && (
        <span className="choose-work-mark" aria-hidden="true">
          <Check size={16} strokeWidth={2} />
        </span>
      )}
    </label>
  );
}
