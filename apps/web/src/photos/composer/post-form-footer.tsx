import * as limits from '@mbari/contract/platform/limits';
import { enterChosen } from '@mbari/words/challenges';
import * as words from '@mbari/words/composer';
import { date } from '@mbari/words/format';
import * as sentences from '@mbari/words/sentences';
import { failed } from '@mbari/words/uploads';
import { lacksAlt } from '~/photos/image-picker/chosen-image.ts';
import { KolaNut } from '~/platform/site/drawings.tsx';
import { usePlansAddress } from '~/platform/site/plans-address.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { SendShortcut } from '~/platform/ui/send-shortcut.tsx';
import type { PostDraft } from './use-post-draft.ts';
import type { Sending } from './use-share-post.ts';

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

interface PlanNoteProps {
  chosen: number;
  /** The image limit of the member's plan. */
  allowed: number;
  atLimit: boolean;
  /** Number of images without alt text. */
  withoutAlt: number;
}

function PlanNote({ chosen, allowed, atLimit, withoutAlt }: PlanNoteProps) {
  const free = allowed < limits.imagesPaid;
  const plans = usePlansAddress() ?? '/plans';
  const full = atLimit && (free ? sentences.upgradeForImages : sentences.tooManyImages);
  return (
    <p className="plan-note" role="status" data-full={full ? true : undefined}>
      {(full || !free) && <KolaNut size={18} full={4} />}
      {full && free ? (
        // Opens a new tab, so that the composer stays open.
        <a href={plans} target="_blank" rel="noreferrer" className="underline underline-offset-3">
          {full}
        </a>
      ) : (
        <span>
          {full || (free ? words.images : words.imagesPremium)({ chosen, allowed })}
          {!full && withoutAlt > 0 && <span className="plan-note-alt">{words.withoutAlt({ count: withoutAlt })}</span>}
        </span>
      )}
    </p>
  );
}
