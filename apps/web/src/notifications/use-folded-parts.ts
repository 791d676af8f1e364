import type { Notification } from '@mbari/contract/notifications/notifications';
import { inComment, inPost } from '@mbari/words/muted-words';
import { useSession } from '~/platform/lib/session.ts';
import { useFold } from '~/platform/muted-words/use-muted-words.ts';

/** Quoted text and names, hidden if they contain a muted word. The row itself leads to the subject, so it has no reveal button. */
export function useFoldedParts({ type, user, reason, params, forum, excerpt }: Notification) {
  const { user: viewer } = useSession();
  const quote = excerpt ?? forum?.excerpt ?? '';
  // Likes, solutions and moderation quote the reader's own text.
  const isOwn = user === null || type === 'like' || reason === 'yourPostSolved';
  const { folded } = useFold(isOwn ? viewer?.id : user.id, () => quote);
  const { folded: titleFolded } = useFold(reason === 'topicStarted' ? user?.id : viewer?.id, () => params.title ?? '');
  return {
    quote: folded ? (excerpt === null ? inPost : inComment) : quote,
    isFolded: folded,
    params: titleFolded ? { ...params, title: '…' } : params,
  };
}
