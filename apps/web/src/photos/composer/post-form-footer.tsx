import { enterChosen } from '@mbari/words/challenges';
import * as words from '@mbari/words/composer';
import { date } from '@mbari/words/format';
import { failed } from '@mbari/words/uploads';
import { lacksAlt } from '~/photos/image-picker/chosen-image.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { SendShortcut } from '~/platform/ui/send-shortcut.tsx';
import { PlanNote } from './plan-note.tsx';
import type { PostDraft } from './use-post-draft.ts';
import type { Sending } from './use-sending.ts';

interface PostFormFooterProps {
  post: PostDraft;
  sending: Sending;
  allowed: number;
  atLimit: boolean;
  onShare: () => void;
}

export function PostFormFooter({ post, sending, allowed, atLimit, onShare }: PostFormFooterProps) {
  const { images } = post.chosen;
  const isPreparing = images.some(({ state }) => state === 'preparing');
  return (
    <>
      {sending.is === 'failed' ? (
        <div role="alert" className="min-w-0 flex-1">
          <FieldError>{failed({ reason: sending.message })}</FieldError>
        </div>
      ) : (
        <PlanNote chosen={images.length} allowed={allowed} atLimit={atLimit} withoutAlt={images.filter(lacksAlt).length} />
      )}
      {post.storedAt !== null && sending.is === 'idle' && (
        <p className="draft-kept">{words.draftKept({ when: date(new Date(post.storedAt), { hour: '2-digit', minute: '2-digit' }) })}</p>
      )}
      <SendShortcut />
      <Button onClick={onShare}>
        {sending.is === 'failed'
          ? words.sendAgain
          : isPreparing
            ? words.shareWhenReady
            : post.text.challenge_id
              ? enterChosen({ count: 1 })
              : post.text.publish_at
                ? words.schedule
                : words.share}
      </Button>
    </>
  );
}
