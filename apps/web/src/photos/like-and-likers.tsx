'use no memo';

import { number } from '@mbari/words/format';
import * as words from '@mbari/words/photo-page';
import { Heart } from 'lucide-react';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import type { LikedSubject } from './likers.tsx';
import './likers.css';

interface LikeAndLikersProps {
  subject: LikedSubject;
  label: string;
  liked: boolean;
  count: number;
  /** Also shows a count of zero. */
  showsNone: boolean;
  disabled: boolean;
  onPress: () => void;
}

/** A like button, and the count, which opens a list of likers. */
export function LikeAndLikers({ subject, label, liked, count, showsNone, disabled, onPress }: LikeAndLikersProps) {
  const likers = useLazyDialog(async () => (await import('./likers.tsx')).Likers);
  return (
    <>
      <button
        type="button"
        className="count-button"
        data-liked={liked || undefined}
        aria-pressed={liked}
        aria-label={label}
        title={label}
        disabled={disabled}
        onClick={onPress}
      >
        <Heart size={18} strokeWidth={1.6} aria-hidden="true" />
      </button>
      {(showsNone || count > 0) && (
        <button type="button" className="count-button likers-button" onClick={likers.open}>
          <span className="sr-only">{words.whoLiked} </span>
          <span>{number(count)}</span>
        </button>
      )}
      {likers.Dialog && <likers.Dialog subject={subject} onClose={likers.close} />}
    </>
  );
}
