import { CallRefused } from './call.ts';
import { toast } from './toast.ts';

/** Whether what was sent waits for an organiser. Then it is said, with the way to see it. */
export function saidPending(answer: unknown): boolean {
  const isPending = answer instanceof CallRefused && answer.code === 'pending_review';
  if (isPending) toast.blank(answer.message, { pendingAt: '/pending' });
  return isPending;
}
