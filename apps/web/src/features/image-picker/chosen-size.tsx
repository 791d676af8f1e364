import { CircleAlert } from 'lucide-react';
import { sizeOf } from '~/lib/size-of.ts';
import { Button } from '~/ui/button.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import type { Chosen } from './chosen-images.tsx';
import { helperBytes } from '~/features/media/prepare-image.ts';

interface ChosenSizeProps {
  image: Chosen;
  onFetchHelper: (() => void) | undefined;
}

/** How much of it travels; and while that is not known, what it waits for. */
export function ChosenSize({ image, onFetchHelper }: ChosenSizeProps) {
  if (image.state === 'readying')
    return (
      <p className="chosen-size">
        <Spinner size={14} /> {isWaitingHeic(image) ? 'Reading HEIC' : 'Getting ready'}
      </p>
    );
  if (image.state === 'needs helper')
    return (
      <p className="chosen-size" role="status">
        <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" /> HEIC needs a {sizeOf(helperBytes)} helper, once.{' '}
        <Button kind="text" onClick={onFetchHelper}>
          Fetch it
        </Button>
      </p>
    );
  const { size } = image.file;
  const smaller = image.pickedBytes !== undefined && image.pickedBytes > size;
  return (
    <p className="chosen-size">
      {smaller ? (
        <>
          <span className="sr-only">Made smaller: </span>
          {sizeOf(image.pickedBytes ?? size)} <span aria-hidden="true">→</span>
          <span className="sr-only"> is now </span> <strong>{sizeOf(size)}</strong>
        </>
      ) : (
        sizeOf(size)
      )}
    </p>
  );
}

/** Few browsers can show it before it has been turned into a JPEG. */
export const isWaitingHeic = ({ state, file }: Chosen): boolean => state !== 'ready' && /hei[cf]/i.test(file.type || file.name);
