import type { Change } from '@mbari/contract/shapes/events';
import type { Hint } from '~/lib/hints.ts';

const known: Record<Change, true> = {
  likes: true,
  details: true,
  post_added: true,
  post_changed: true,
  post_removed: true,
  comment_added: true,
  comment_removed: true,
};

/** A newer server may name changes that this page does not know: then anything of the thing may have changed. */
export const withKnownChange = (hint: Hint): Hint =>
  hint.change === undefined || Object.hasOwn(known, hint.change)
    ? hint
    : { event: hint.event, ...(hint.id !== undefined && { id: hint.id }) };

/** The hint says all that there is to know: nothing has to be read. */
export const isComplete = ({ change, likes_count, number }: Hint): boolean =>
  change === 'likes' ? likes_count !== undefined : change === 'post_added' && number !== undefined;
