import * as words from '@mbari/words/composer';
import { date } from '@mbari/words/format';
import { cancel } from '@mbari/words/ui';
import { lacksAlt } from '~/photos/image-picker/chosen-image.ts';
import { Button } from '~/platform/ui/button.tsx';
import { SendShortcut } from '~/platform/ui/send-shortcut.tsx';
import { PlanNote } from './plan-note.tsx';
import { SendingProgress } from './sending-progress.tsx';
import type { PostDraft } from './use-post-draft.ts';
import type { Sending } from './use-sending.ts';

interface PostFormFooterProps {
  post: PostDraft;
  sending: Sending;
  busy: boolean;
  allowed: number;
  atLimit: boolean;
  onShare: () => void;
  onCancel: () => void;
}

export function PostFormFooter({ post, sending, busy, allowed, atLimit, onShare, onCancel }: PostFormFooterProps) {
  const { images } = post.chosen;
  const isPreparing = images.some(({ state }) => state === 'preparing');
  return (
    <>
      {sending.is === 'idle' ? (
        <PlanNote chosen={images.length} allowed={allowed} atLimit={atLimit} withoutAlt={images.filter(lacksAlt).length} />
      ) : (
        <SendingProgress sending={sending} />
      )}
      {post.storedAt !== null && sending.is === 'idle' && (
        <p className="draft-kept">{words.draftKept({ when: date(new Date(post.storedAt), { hour: '2-digit', minute: '2-digit' }) })}</p>
      )}
      {busy ? (
        <Button kind="quiet" onClick={onCancel}>
          {cancel}
        </Button>
      ) : (
        <>
          <SendShortcut />
          <Button onClick={onShare}>{sending.is === 'failed' ? words.sendAgain : isPreparing ? words.shareWhenReady : words.share}</Button>
        </>
      )}
    </>
  );
}
