'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photo-page';
import { useRouter } from '@tanstack/react-router';
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '~/platform/ui/button.tsx';
import { MorePhotosBy, Step } from './pager.tsx';
import type { Neighbours } from './use-neighbours.ts';

interface PostBarProps {
  /** Undefined while the post loads. */
  photo?: Photo;
  neighbours: Neighbours | null;
  children?: ReactNode;
}

/** Bar above the photo in narrow windows: back link, position and menu. */
export function PostBar({ photo, neighbours, children }: PostBarProps) {
  // In a series, the pager is below the photo.
  const list = neighbours?.from.series === undefined ? neighbours : null;
  const { history, navigate } = useRouter();
  return (
    <div className="post-bar">
      <IconButton label={words.back} onClick={() => (neighbours ? history.back() : void navigate({ to: '/feed' }))}>
        <ArrowLeft size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      {list ? (
        <p aria-live="polite" className="truncate">
          {words.listPosition({ list: list.from.name, position: list.position, total: list.total })}
        </p>
      ) : (
        photo && !neighbours && <MorePhotosBy user={photo.user} />
      )}
      <span className="ms-auto flex">
        {list && (
          <span className="post-bar-steps">
            <Step to={list.previous?.id} label={words.previousPhoto} icon={ChevronLeft} from={list.from} />
            <Step to={list.next?.id} label={words.nextPhoto} icon={ChevronRight} from={list.from} />
          </span>
        )}
        {children}
      </span>
    </div>
  );
}
