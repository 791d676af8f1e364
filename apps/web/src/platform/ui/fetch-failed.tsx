import * as words from '@mbari/words/ui';
import { CircleAlert } from 'lucide-react';
import { Button } from './button.tsx';

export function FetchFailed({ message, busy, onRetry }: { message: string; busy: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-s3 py-s2">
      <CircleAlert size={20} strokeWidth={1.6} aria-hidden="true" className="text-laterite-ink" />
      <span>{message}</span>
      <Button kind="text" busy={busy && words.tryAgain} onClick={onRetry}>
        {words.tryAgain}
      </Button>
    </div>
  );
}
