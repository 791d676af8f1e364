import { type KindEntry, notificationKinds, toKnownKind } from '@mbari/contract/notifications/kinds';
import type { Notification } from '@mbari/contract/notifications/notifications';
import type { Words } from '@mbari/words/words-for';
import { notificationSentences } from '../platform/languages.ts';
import { isReversal } from '../platform/moderation/record-moderation.ts';
import type { ModerationSubject } from './forum-queries.ts';
import type { NotificationRow } from './queries.ts';

type SentenceKey = Exclude<keyof Words['notificationSentences'], 'somebody'>;
export type KindSentence = SentenceKey & keyof Words['pushMessages'];

/** The annotation makes the compiler check the registry's sentences against the catalogues. */
const kinds: Record<string, KindEntry<KindSentence, SentenceKey>> = notificationKinds;

/** Returns the sentence in English, and its catalogue key with parameters. Uses the current names. */
export function chooseSentence(
  row: NotificationRow,
  name: string | undefined,
  others = 0,
): Pick<Notification, 'message' | 'params'> & { reason: SentenceKey } {
  const { forum_post: post, photo_title, moderation, series, exhibition, challenge } = row;
  const reason = chooseReason(row, others > 0);
  const title = post?.title ?? series?.title ?? exhibition?.title ?? challenge?.title ?? photo_title ?? moderation?.title ?? undefined;
  const params = {
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
    ...(post && { category: post.category }),
    ...(others > 0 && { others }),
    ...(moderation?.is_own && moderation.reason !== null && { reason: moderation.reason }),
  };
  return { message: formatSentence(notificationSentences, { reason, params }), reason, params };
}

export function formatSentence(
  sentences: Words['notificationSentences'],
  { reason, params }: { reason: SentenceKey; params: Notification['params'] },
): string {
  const sentence: string | ((allParams: SentenceParams) => string | string[]) = sentences[reason];
  if (typeof sentence === 'string') return sentence;
  const allParams = { name: sentences.somebody, title: '', category: '', others: 0, reason: '', ...params, b: (text: string) => text };
  return [sentence(allParams)].flat().join('');
}

interface SentenceParams {
  name: string;
  title: string;
  category: string;
  others: number;
  reason: string;
  b: (text: string) => string;
}

function chooseReason(row: NotificationRow, isGroup: boolean): SentenceKey {
  if (row.moderation !== null) return chooseModerationReason(row.moderation);
  return (isGroup ? findPresentation(row)?.group?.sentence : undefined) ?? chooseKindSentence(row);
}

/** Returns the sentence for a single act, or `newsFrom` for moderation, which is not pushed. */
export function chooseKindSentence(row: NotificationRow): KindSentence {
  const sentence = findPresentation(row)?.sentence ?? 'newsFrom';
  return typeof sentence === 'string' ? sentence : row.forum_post === null ? 'newsFrom' : sentence(row.forum_post);
}

/** A newer version may also know more subjects of a kind. */
function findPresentation({ type, about }: NotificationRow) {
  if (about === 'moderation') return undefined;
  return kinds[toKnownKind(type)]?.about[about] ?? kinds['other']?.about[about];
}

function chooseModerationReason({ action, is_own, reason }: ModerationSubject): SentenceKey {
  // A reversal notifies only the affected member and the organiser whose decision was reversed.
  if (!is_own && isReversal(action)) return 'decisionReversed';
  if (!is_own) return action === 'dismiss_reports' ? 'reportDismissed' : 'reportActedOn';
  switch (action) {
    case 'ask_removal':
      return 'removalAsked';
    case 'remove_photo':
      return 'photoRemoved';
    case 'mark_photo':
      return 'photoMarked';
    case 'unmark_photo':
      return 'photoUnmarked';
    case 'restore_photo':
      return 'photoRestored';
    case 'remove_comment':
      return 'commentRemoved';
    case 'restore_comment':
      return 'commentRestored';
    case 'delete_topic':
      return 'topicRemoved';
    case 'remove_series':
      return 'seriesRemoved';
    case 'restore_series':
      return 'seriesRestored';
    case 'remove_exhibition':
      return 'exhibitionRemoved';
    case 'restore_exhibition':
      return 'exhibitionRestored';
    case 'remove_feedback':
      return 'feedbackRemoved';
    case 'remove_message':
      return 'messageRemoved';
    case 'restore_feedback':
      return 'feedbackRestored';
    case 'warn_member':
      return 'warned';
    case 'silence_member':
      return 'silenced';
    case 'end_silence':
      return 'silenceEnded';
    case 'grant_appeal':
      return 'appealGranted';
    case 'refuse_appeal':
      return 'appealRefused';
    case 'approve_post':
      return 'pendingApproved';
    case 'decline_post':
      return reason ? 'pendingDeclinedWhy' : 'pendingDeclined';
    default:
      return 'postRemoved';
  }
}
