import * as words from '@mbari/words/image-picker';
import { ArrowRight, CircleAlert } from 'lucide-react';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { decoderBytes } from '~/platform/media/prepare-image.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { type ChosenImage, isUnreadHeic } from './chosen-image.ts';

interface ChosenSizeProps {
  image: ChosenImage;
  onFetchDecoder: () => void;
}

export function ChosenSize({ image, onFetchDecoder }: ChosenSizeProps) {
  if (image.state === 'preparing')
    return (
      <p className="chosen-size">
        <Spinner size={14} /> {isUnreadHeic(image) ? words.readingHeic : words.preparing}
      </p>
    );
  if (image.state === 'needs decoder')
    return (
      <p className="chosen-size" role="status">
        <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" /> {words.needsDecoder({ size: formatBytes(decoderBytes) })}{' '}
        <Button kind="text" onClick={onFetchDecoder}>
          {words.fetchDecoder}
        </Button>
      </p>
    );
  const { size } = image.file;
  const smaller = image.pickedBytes !== undefined && image.pickedBytes > size;
  return (
    <p className="chosen-size">
      {smaller ? (
        <>
          <span className="sr-only">{words.madeSmaller({ before: formatBytes(image.pickedBytes ?? size), after: formatBytes(size) })}</span>
          <span className="chosen-sizes" aria-hidden="true">
            {formatBytes(image.pickedBytes ?? size)} <ArrowRight size={14} strokeWidth={1.6} />{' '}
            <strong>{words.toSend({ size: formatBytes(size) })}</strong>
          </span>
        </>
      ) : (
        words.toSend({ size: formatBytes(size) })
      )}
    </p>
  );
}
