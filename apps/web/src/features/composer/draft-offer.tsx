import { useState } from 'react';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import type { Draft } from './stored-draft.ts';

interface DraftOfferProps {
  draft: Draft;
  onContinue: () => void;
  onDiscard: () => void;
  onClose: () => void;
}

/** Offers a draft to go on with, recognisable by its photos and title. */
export function DraftOffer({ draft, onContinue, onDiscard, onClose }: DraftOfferProps) {
  const { title, images, at } = draft;
  return (
    <Dialog
      title="Share a photo"
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onDiscard}>
            Start afresh
          </Button>
          <Button onClick={onContinue}>Continue where you left</Button>
        </>
      }
    >
      <p className="text-ink-quiet">
        You left a draft here{' '}
        <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}</time>.
        Starting afresh throws it away.
      </p>
      <div className="draft-offer">
        {images.map(({ id, file }) => (
          <DraftThumbnail key={id} file={file} />
        ))}
        <p className="font-semibold">{title.trim() || 'No title yet'}</p>
      </div>
    </Dialog>
  );
}

function DraftThumbnail({ file }: { file: File }) {
  const [shown, setShown] = useState(true);
  const show = (img: HTMLImageElement) => {
    img.src = URL.createObjectURL(file);
    return () => URL.revokeObjectURL(img.src);
  };
  return shown && <img ref={show} alt="" onError={() => setShown(false)} />;
}
