import { useEffect, useState } from 'react';
import type { ChosenImage } from '~/photos/image-picker/chosen-image.ts';
import { currentSession, watchSession } from '~/platform/lib/session.ts';
import './composer.css';
import { DraftOffer } from './draft-offer.tsx';
import { PostForm } from './post-form.tsx';
import { type Receipt, ReceiptPanel } from './receipt-panel.tsx';
import type { Posted } from './send-post.ts';
import { type Draft, findDraft, removeDraft } from './stored-draft.ts';

interface ComposerProps {
  /** Files dropped or pasted before the composer was open. */
  files: readonly File[];
  isShared: boolean;
  onClose: () => void;
}

type Stage =
  | { at: 'loading' }
  | { at: 'offer'; draft: Draft }
  | { at: 'writing'; draft: Draft | null }
  | { at: 'posted'; receipt: Receipt };

/** The composer dialog: an offered draft, the form, then the receipt. */
export function Composer({ files, isShared, onClose }: ComposerProps) {
  const [memberId] = useState(() => currentSession().user?.id ?? null);
  const [stage, setStage] = useState<Stage>({ at: 'loading' });
  useEffect(() => {
    if (memberId === null) return onClose();
    let unmounted = false;
    void Promise.race([findDraft(memberId), timeOut()]).then((draft) => {
      if (!unmounted) setStage(draft === null ? { at: 'writing', draft } : { at: 'offer', draft });
    });
    // Signing out in any tab closes the composer.
    const leave = watchSession(({ user }) => user?.id !== memberId && onClose());
    return () => {
      unmounted = true;
      leave();
    };
  }, [memberId, onClose]);

  const finish = ({ receipt: served }: Posted, images: readonly ChosenImage[]) => {
    const sent = images.map(({ file, pickedBytes, removed = [] }) => ({
      bytes: file.size,
      pickedBytes: pickedBytes ?? file.size,
      removed,
    }));
    if (served === null && sent.every(({ bytes, pickedBytes }) => bytes >= pickedBytes)) onClose();
    else setStage({ at: 'posted', receipt: { served, sent } });
  };
  if (memberId === null || stage.at === 'loading') return null;
  if (stage.at === 'posted') return <ReceiptPanel receipt={stage.receipt} onClose={onClose} />;
  if (stage.at === 'writing') return <PostForm {...{ memberId, files, isShared, onClose }} draft={stage.draft} onPosted={finish} />;
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
