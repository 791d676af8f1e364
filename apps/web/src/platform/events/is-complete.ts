import type { Change } from '@mbari/contract/platform/events';
import type { Hint } from '~/platform/lib/hints.ts';

const knownChanges: Record<Change, true> = {
  likes: true,
  details: true,
  post_added: true,
  post_changed: true,
  post_removed: true,
  comment_added: true,
  comment_removed: true,
};

/** Drops a `change` that only a newer server knows, so that the whole subject is refetched. */
export const withKnownChange = (hint: Hint): Hint =>
  hint.change === undefined || Object.hasOwn(knownChanges, hint.change)
    ? hint
    : { event: hint.event, ...(hint.id !== undefined && { id: hint.id }) };

/** Returns whether the hint contains all new data, so that no refetch is needed. */
export const isComplete = ({ change, likes_count, number }: Hint): boolean =>
  change === 'likes' ? likes_count !== undefined : change === 'post_added' && number !== undefined;
