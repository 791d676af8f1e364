import { useEffect, useState } from 'react';
import { currentSession, watchSession } from '~/lib/session.ts';
import type { Chosen } from '~/features/image-picker/chosen-images.tsx';
import './composer.css';
import { DraftOffer } from './draft-offer.tsx';
import { type Draft, findDraft, forgetDraft } from './kept-draft.ts';
import { PostForm } from './post-form.tsx';
import { type Receipt, ReceiptPanel } from './receipt-panel.tsx';
import type { Posted } from '~/features/uploads/send-post.ts';

interface ComposerProps {
  /** Dropped or pasted before the composer was open. */
  files: readonly File[];
  onClose: () => void;
}

type Stage =
  | { at: 'looking' }
  | { at: 'offer'; draft: Draft }
  | { at: 'writing'; draft: Draft | null }
  | { at: 'posted'; receipt: Receipt };

/** Share a photo: from the draft that may lie here to the receipt. */
export function Composer({ files, onClose }: ComposerProps) {
  const [memberId] = useState(() => currentSession().user?.id ?? null);
  const [stage, setStage] = useState<Stage>({ at: 'looking' });
  useEffect(() => {
    if (memberId === null) return onClose();
    let gone = false;
    void Promise.race([findDraft(memberId), tooLong()]).then((draft) => {
      if (!gone) setStage(draft === null ? { at: 'writing', draft } : { at: 'offer', draft });
    });
    // Whoever signs out takes the composer with them.
    const leave = watchSession(({ user }) => user?.id !== memberId && onClose());
    return () => {
      gone = true;
      leave();
    };
  }, [memberId, onClose]);

  const finish = ({ receipt: served }: Posted, images: readonly Chosen[]) => {
    const sent = images.map(({ file, pickedBytes, removed = [] }) => ({
      bytes: file.size,
      pickedBytes: pickedBytes ?? file.size,
      removed,
    }));
    if (served === null && sent.every(({ bytes, pickedBytes }) => bytes >= pickedBytes)) onClose();
    else setStage({ at: 'posted', receipt: { served, sent } });
  };
  if (memberId === null || stage.at === 'looking') return null;
  if (stage.at === 'posted') return <ReceiptPanel receipt={stage.receipt} onClose={onClose} />;
  if (stage.at === 'writing') return <PostForm memberId={memberId} draft={stage.draft} files={files} onClose={onClose} onPosted={finish} />;
  return (
    <DraftOffer
      draft={stage.draft}
      onClose={onClose}
      onContinue={() => setStage({ at: 'writing', draft: stage.draft })}
      onAfresh={() => {
        void forgetDraft(memberId);
        setStage({ at: 'writing', draft: null });
      }}
    />
  );
}

/** A storage that does not answer holds nobody up. */
const tooLong = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), 1_500));
