import { CallRefused } from './call.ts';
import { toast } from './toast.ts';

/** Returns whether the post awaits approval, and shows a toast that links to it. */
export function showPendingToast(answer: unknown): boolean {
  const isPending = answer instanceof CallRefused && answer.code === 'pending_review';
  if (isPending) toast.blank(answer.message, { pendingAt: '/pending' });
  return isPending;
}
