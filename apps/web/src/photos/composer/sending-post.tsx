import { sendAgain } from '@mbari/words/composer';
import { preparing } from '@mbari/words/image-picker';
import { cancel } from '@mbari/words/ui';
import * as words from '@mbari/words/uploads';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ChosenImage } from '~/photos/image-picker/chosen-image.ts';
import { Preview } from '~/photos/image-picker/chosen-images.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { showInFeed } from './composer-host.tsx';
import type { Sending } from './use-share-post.ts';

interface SendingPostProps {
  image: ChosenImage | undefined;
  title: string;
  challengeId: string;
  sending: Sending;
  onCancel: () => void;
  onRetry: () => void;
  onOpen: () => void;
}

/** The post being sent, in the place that the feed or its challenge gives it. Screen readers hear the progress on every page. */
export function SendingPost({ image, title, challengeId, sending, onCancel, onRetry, onOpen }: SendingPostProps) {
  const place = usePlace(image?.address, challengeId);
  const share = sending.is === 'sending' && sending.total > 0 ? Math.min(1, sending.sent / sending.total) : 0;
  return (
    <>
      <p role="status" className="sr-only">
        {sending.is === 'sending' && words.sending({ share: Math.floor(share * 2) / 2 })}
      </p>
      {place &&
        createPortal(
          <>
            <div className="sending-frame" data-failed={sending.is === 'failed' || undefined}>
              {image && <Preview image={image} />}
              <progress value={sending.is === 'failed' ? 1 : share} max={1} aria-label={words.upload} />
            </div>
            <div className="wall-label">
              {sending.is === 'failed' ? (
                <p className="sending-failed">
                  <CircleAlert size={18} strokeWidth={1.6} aria-hidden="true" />
                  <span className="truncate">{words.notSent}</span>
                </p>
              ) : (
                <h2 className="truncate font-semibold" dir="auto">
                  {title}
                </h2>
              )}
              <div className="sending-acts">
                {sending.is === 'failed' ? (
                  <>
                    <Button kind="text" onClick={onRetry}>
                      {sendAgain}
                    </Button>
                    <Button kind="text" onClick={onOpen}>
                      {words.openDraft}
                    </Button>
                  </>
                ) : (
                  <>
                    <span className="truncate">{stateOf(sending, share)}</span>
                    <Button kind="text" onClick={onCancel}>
                      {cancel}
                    </Button>
                  </>
                )}
              </div>
            </div>
          </>,
          place,
        )}
    </>
  );
}

function stateOf(sending: Sending, share: number): string {
  if (sending.is !== 'sending') return preparing;
  if (sending.waiting) return words.waitingForNetwork;
  return share < 1 ? words.sending({ share: Math.floor(share * 100) / 100 }) : words.processing;
}

/** Returns the element in which the page shows the post; null on other pages. */
function usePlace(address: string | undefined, challengeId: string): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let ended = false;
    void sizeOf(address).then((size) => {
      if (!ended) showInFeed({ id: 'sending', images: [size], challengeId, place: setPlace });
    });
    return () => void (ended = true);
  }, [address, challengeId]);
  useEffect(() => () => showInFeed(null), []);
  return place;
}

interface Size {
  width: number;
  height: number;
}

/** Loads the image to measure it. Returns 3:2 if the browser cannot show it, or is slow. */
function sizeOf(address: string | undefined): Promise<Size> {
  const image = new Image();
  const size = () => (image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : { width: 3, height: 2 });
  return new Promise((resolve) => {
    const end = () => resolve(size());
    image.onload = end;
    image.onerror = end;
    setTimeout(end, 300);
    if (address !== undefined) image.src = address;
  });
}
