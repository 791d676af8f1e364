import { CircleAlert } from 'lucide-react';
import { decoderBytes } from '~/features/media/prepare-image.ts';
import { sizeOf } from '~/lib/size-of.ts';
import { Button } from '~/ui/button.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { type ChosenImage, isUnreadHeic } from './chosen-image.ts';

interface ChosenSizeProps {
  image: ChosenImage;
  onFetchDecoder: () => void;
}

/** How large the file is that is sent, or what it still waits for. */
export function ChosenSize({ image, onFetchDecoder }: ChosenSizeProps) {
  if (image.state === 'preparing')
    return (
      <p className="chosen-size">
        <Spinner size={14} /> {isUnreadHeic(image) ? 'Reading HEIC' : 'Getting ready'}
      </p>
    );
  if (image.state === 'needs decoder')
    return (
      <p className="chosen-size" role="status">
        <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" /> HEIC needs a {sizeOf(decoderBytes)} helper, once.{' '}
        <Button kind="text" onClick={onFetchDecoder}>
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
