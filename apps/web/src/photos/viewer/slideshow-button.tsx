import type { Photo } from '@mbari/contract/photos/posts';
import { start } from '@mbari/words/slideshow';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';

interface SlideshowButtonProps {
  /** The loaded part of the list. */
  photos: readonly Photo[];
  /** Name of the list. */
  title: string;
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>;
}

/** Opens a list of photos as a slideshow, which loads the list's next pages. */
export function SlideshowButton({ photos, title, list }: SlideshowButtonProps) {
  const slideshow = useLazyDialog(async () => (await import('./slideshow.tsx')).Slideshow);
  return (
    <>
      {photos.length > 0 && (
        <Button kind="text" className="slideshow-start" onClick={slideshow.open}>
          <Play size={18} strokeWidth={1.6} aria-hidden="true" /> {start}
        </Button>
      )}
      {slideshow.Dialog && (
        <slideshow.Dialog
          photos={photos}
          title={title}
          start={0}
          // A failed page ends the show. The list itself offers to try again.
          more={
            list.hasNextPage &&
            !list.isFetchNextPageError && {
              isLoading: list.isFetchingNextPage,
              load: () => void list.fetchNextPage({ cancelRefetch: false }),
            }
          }
          onClose={slideshow.close}
        />
      )}
    </>
  );
}
