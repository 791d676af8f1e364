import * as words from '@mbari/words/composer';
import { date } from '@mbari/words/format';
import { shareAPhoto } from '@mbari/words/shell';
import { useState } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import type { Draft } from './stored-draft.ts';
import './draft-offer.css';

interface DraftOfferProps {
  draft: Draft;
  onContinue: () => void;
  onDiscard: () => void;
  onClose: () => void;
}

export function DraftOffer({ draft, onContinue, onDiscard, onClose }: DraftOfferProps) {
  const { title, images, at } = draft;
  return (
    <Dialog
      title={shareAPhoto}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onDiscard}>
            {words.startAfresh}
          </Button>
          <Button onClick={onContinue}>{words.continueDraft}</Button>
        </>
      }
    >
      <p className="text-ink-quiet">
        <Phrase
          parts={words.draftLeft({
            when: date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }),
            time: (text) => <time dateTime={new Date(at).toISOString()}>{text}</time>,
          })}
        />
      </p>
      <div className="draft-offer">
        {images.map(({ id, file }) => (
          <DraftThumbnail key={id} file={file} />
        ))}
        <p className="font-semibold">{title.trim() || words.noTitle}</p>
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
