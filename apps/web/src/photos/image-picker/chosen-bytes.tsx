import * as words from '@mbari/words/image-picker';
import { CircleAlert } from 'lucide-react';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { decoderBytes } from '~/platform/media/prepare-image.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { type ChosenImage, isUnreadHeic } from './chosen-image.ts';

interface ChosenBytesProps {
  images: readonly ChosenImage[];
  fullSize?: boolean | undefined;
  disabled: boolean;
  onFullSize?: ((fullSize: boolean) => void) | undefined;
  onFetchDecoder: () => void;
}

/** Bytes to send, with a choice to send the full size. */
export function ChosenBytes({ images, fullSize = false, disabled, onFullSize, onFetchDecoder }: ChosenBytesProps) {
  const canChoose = images.some(({ picked, file }) => picked !== undefined && (fullSize || picked !== file));
  return (
    <div className="chosen-bytes">
      <Bytes images={images} onFetchDecoder={onFetchDecoder} />
      {onFullSize && canChoose && (
        <label>
          <input type="checkbox" checked={fullSize} disabled={disabled} onChange={({ target }) => onFullSize(target.checked)} />
          {words.keepFullSize}
        </label>
      )}
    </div>
  );
}

function Bytes({ images, onFetchDecoder }: Pick<ChosenBytesProps, 'images' | 'onFetchDecoder'>) {
  if (images.some(({ state }) => state === 'needs decoder'))
    return (
      <p role="status">
        <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" /> {words.needsDecoder({ size: formatBytes(decoderBytes) })}{' '}
        <Button kind="text" onClick={onFetchDecoder}>
          {words.fetchDecoder}
        </Button>
      </p>
    );
  const preparing = images.find(({ state }) => state === 'preparing');
  if (preparing)
    return (
      <p>
        <Spinner size={14} /> {isUnreadHeic(preparing) ? words.readingHeic : words.preparing}
      </p>
    );
  const picked = images.reduce((sum, { file, pickedBytes }) => sum + Math.max(file.size, pickedBytes ?? 0), 0);
  const now = images.reduce((sum, { file }) => sum + file.size, 0);
  if (picked === now) return <p>{words.toSend({ size: formatBytes(now) })}</p>;
  return <p data-saved>{words.saved({ before: formatBytes(picked), after: formatBytes(now), saved: formatBytes(picked - now) })}</p>;
}
