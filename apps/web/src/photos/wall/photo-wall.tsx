'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import type { SendingPost } from '~/photos/composer/composer-host.tsx';
import { type Action, PhotoOnWall, type Stack } from './photo-on-wall.tsx';
import { feedLayout, ratioOf } from './row-layout.ts';
import { WallRows } from './wall-rows.tsx';

interface PhotoWallProps {
  photos: readonly Photo[];
  more: boolean;
  /** Another wall is above. */
  below?: boolean;
  /** Stands first. */
  sending?: SendingPost | null | undefined;
  stacks?: ReadonlyMap<string, Stack>;
  /** Opens or closes the stack of this photo. */
  onStack?: (id: string, stack: Stack) => void;
  Action?: Action;
}

/** Photos with labels, as in the feed. */
export function PhotoWall({ photos, more, below, sending, stacks, onStack, Action }: PhotoWallProps) {
  return (
    <WallRows photos={sending ? [sending, ...photos] : photos} more={more} below={below} layoutFor={feedLayout} className="wall">
      {({ photo, ...item }) =>
        'place' in photo ? (
          <article key={photo.id} ref={photo.place} className="wall-photo" style={{ flexGrow: ratioOf(photo) * 100 }} />
        ) : (
          <PhotoOnWall key={photo.id} {...item} photo={photo} stack={stacks?.get(photo.id)} onStack={onStack} Action={Action} />
        )
      }
    </WallRows>
  );
}
