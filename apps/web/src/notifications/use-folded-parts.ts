import type { Notification } from '@mbari/contract/shapes/notifications';
import { inComment, inPost } from '@mbari/words/muted-words';
import { useSession } from '~/platform/lib/session.ts';
import { useFold } from '~/platform/muted-words/use-muted-words.ts';

/** What a notification quotes and names, as far as the reader muted no word of it. The row has no button to show it: it leads there. */
export function useFoldedParts({ type, user, reason, params, forum, excerpt }: Notification) {
  const { user: viewer } = useSession();
  const quote = excerpt ?? forum?.excerpt ?? '';
  // A like, an answer that was chosen and a decision of the organisers are about what one wrote oneself.
  const isOwn = user === null || type === 'like' || reason === 'yourPostSolved';
  const { folded } = useFold(isOwn ? viewer?.id : user.id, () => quote);
  const { folded: titleFolded } = useFold(reason === 'topicStarted' ? user?.id : viewer?.id, () => params.title ?? '');
  return {
    quote: folded ? (excerpt === null ? inPost : inComment) : quote,
    isFolded: folded,
    params: titleFolded ? { ...params, title: '…' } : params,
  };
}
