import type { Photo } from '@mbari/contract/photos/posts';
import { type Action, PhotoOnWall } from './photo-on-wall.tsx';
import { feedLayout } from './row-layout.ts';
import type { Stack } from './stack-button.tsx';
import { WallRows } from './wall-rows.tsx';

interface PhotoWallProps {
  photos: readonly Photo[];
  more: boolean;
  /** Another wall is above. */
  below?: boolean;
  stacks?: ReadonlyMap<string, Stack>;
  /** Opens or closes the stack of this photo. */
  onStack?: (id: string, stack: Stack) => void;
  Action?: Action;
}

/** Photos with labels, as in the feed. */
export function PhotoWall({ photos, more, below, stacks, onStack, Action }: PhotoWallProps) {
  return (
    <WallRows photos={photos} more={more} below={below} layoutFor={feedLayout} className="wall">
      {(item) => <PhotoOnWall key={item.photo.id} {...item} stack={stacks?.get(item.photo.id)} onStack={onStack} Action={Action} />}
    </WallRows>
  );
}
