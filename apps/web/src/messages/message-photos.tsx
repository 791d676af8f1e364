import type { Message } from '@mbari/contract/messages/messages';
import * as warningWord from '@mbari/words/content-warnings';
import * as words from '@mbari/words/messages';
import { EyeOff } from 'lucide-react';
import { type CSSProperties, useId, useState } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { warningWords } from '~/photos/warnings/warning-words.ts';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { nameOf } from './conversation-words.ts';
import '~/photos/warnings/scrim.css';

const sizes = '(max-width: 760px) 75vw, 380px';

type MessagePhotosProps = Pick<Message, 'images' | 'warning' | 'author'>;

/** Photos of a message. A content warning covers them, and none is loaded before *Show*. */
export function MessagePhotos({ images, warning, author }: MessagePhotosProps) {
  const zoom = useLazyDialog(async () => (await import('~/photos/viewer/zoom.tsx')).Zoom);
  const [opened, setOpened] = useState<{ index: number; preview: string | undefined }>({ index: 0, preview: undefined });
  const [isShown, setShown] = useState(false);
  const textId = useId();
  const title = words.imageOf({ name: nameOf(author) });
  const isCovered = warning !== null && !isShown;
  return (
    <div className="message-photos" data-several={images.length > 1 || undefined}>
      {images.map((image, index) => (
        <div
          key={image.id}
          className="message-photo"
          style={{ '--ratio': Math.max(0.4, Math.min(2.5, image.width / image.height)), 'backgroundColor': image.color } as CSSProperties}
        >
          {!isCovered && (
            <>
              <Picture image={image} sizes={sizes} title={title} />
              <button
                type="button"
                className="message-photo-open"
                aria-label={words.openPhoto}
                onClick={({ currentTarget }) => {
                  setOpened({ index, preview: currentTarget.parentElement?.querySelector('img')?.currentSrc });
                  zoom.open();
                }}
              />
              <LoadImageButton image={image} sizes="380px" title={image.alt || title} />
            </>
          )}
        </div>
      ))}
      {warning !== null && isCovered && (
        <div className="scrim" data-page>
          <div id={textId} className="scrim-words">
            <EyeOff size={24} strokeWidth={1.6} aria-hidden="true" />
            <b dir="auto">{warningWords(warning)}</b>
            <span className="scrim-origin">{warningWord.byAuthor}</span>
          </div>
          <button type="button" className="scrim-show" aria-describedby={textId} onClick={() => setShown(true)}>
            {warningWord.show}
          </button>
        </div>
      )}
      {zoom.Dialog && (
        <zoom.Dialog
          photo={{ title, images }}
          shown={opened.index}
          preview={opened.preview}
          onShow={(index) => setOpened({ index, preview: undefined })}
          onClose={zoom.close}
        />
      )}
    </div>
  );
}
