import { CallRefused } from './call.ts';
import { toast } from './toast.ts';

/** Whether what was sent waits for an organiser. Then it is said, with the way to see it. */
export function saidPending(answer: unknown): boolean {
  if (!(answer instanceof CallRefused) || answer.code !== 'pending_review') return false;
  const { message } = answer;
  void import('./pending-notice.tsx').then(
    ({ showPendingNotice }) => showPendingNotice(message),
    () => toast.blank(message),
  );
  return true;
}
