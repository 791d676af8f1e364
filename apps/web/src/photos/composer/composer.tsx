import * as words from '@mbari/words/composer';
import { date } from '@mbari/words/format';
import { shareAPhoto } from '@mbari/words/shell';
import './composer.css';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChosenImage } from '~/photos/image-picker/chosen-image.ts';
import { currentSession, watchSession } from '~/platform/lib/session.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import type { Opening } from './composer-host.tsx';
import { PostForm } from './post-form.tsx';
import { type Receipt, ReceiptPanel } from './receipt-panel.tsx';
import type { Posted } from './send-post.ts';
import { type Draft, findDraft, removeDraft } from './stored-draft.ts';

interface ComposerProps extends Opening {
  onClose: () => void;
}

type Stage =
  | { at: 'loading' }
  | { at: 'offer'; draft: Draft }
  | { at: 'writing'; draft: Draft | null }
  | { at: 'posted'; receipt: Receipt };

/** An offered draft, the form, which stays while its post is sent, then the receipt. */
export function Composer({ files, isShared, isQueued, challengeId, onClose }: ComposerProps) {
  const [memberId] = useState(() => currentSession().user?.id ?? null);
  const [stage, setStage] = useState<Stage>({ at: 'loading' });
  const [openedWith, setOpenedWith] = useState(files);
  if (files !== openedWith) {
    setOpenedWith(files);
    // The form handles a new opening while its post is sent.
    if (stage.at !== 'writing') setStage({ at: 'loading' });
  }
  const isLoading = stage.at === 'loading';
  const open = useEffectEvent((draft: Draft | null) => {
    if (!isQueued) setStage(draft === null ? { at: 'writing', draft } : { at: 'offer', draft });
    else if (draft?.waiting) setStage({ at: 'writing', draft });
    else onClose();
  });
  useEffect(() => {
    if (memberId === null || !isLoading) return undefined;
    let unmounted = false;
    void Promise.race([findDraft(memberId), timeOut()]).then((draft) => unmounted || open(draft));
    return () => void (unmounted = true);
  }, [memberId, isLoading]);
  useEffect(() => {
    if (memberId === null) return onClose();
    // Signing out in any tab closes the composer.
    return watchSession(({ user }) => user?.id !== memberId && onClose());
  }, [memberId, onClose]);

  const finish = ({ data, receipt: served }: Posted, images: readonly ChosenImage[]) => {
    const sent = images.map(({ file, pickedBytes, removed = [] }) => ({
      bytes: file.size,
      pickedBytes: pickedBytes ?? file.size,
      removed,
    }));
    // The panel says that the post is shared.
    if (data.scheduled || (served === null && sent.every(({ bytes, pickedBytes }) => bytes >= pickedBytes))) onClose();
    else setStage({ at: 'posted', receipt: { served, sent } });
  };
  if (memberId === null || isLoading) return null;
  if (stage.at === 'posted') return <ReceiptPanel receipt={stage.receipt} onClose={onClose} />;
  if (stage.at === 'writing')
    return <PostForm {...{ memberId, files, isShared, isQueued, challengeId, onClose }} draft={stage.draft} onPosted={finish} />;
  return (
    <DraftOffer
      draft={stage.draft}
      onClose={onClose}
      onContinue={() => setStage({ at: 'writing', draft: stage.draft })}
      onDiscard={() => {
        void removeDraft(memberId);
        setStage({ at: 'writing', draft: null });
      }}
    />
  );
}

/** Skips a draft that takes too long to read. */
const timeOut = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), 1_500));

interface DraftOfferProps {
  draft: Draft;
  onContinue: () => void;
  onDiscard: () => void;
  onClose: () => void;
}

function DraftOffer({ draft, onContinue, onDiscard, onClose }: DraftOfferProps) {
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
