import * as words from '@mbari/words/content-warnings';
import { EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { warningWords } from '~/photos/warnings/warning-words.ts';
import { Button } from '~/platform/ui/button.tsx';

/** Images that organisers review, behind their content warning. They load once the organiser chooses to see them. */
export function WarnedImages({ warning, children }: { warning: string | null; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  if (warning === null || isShown) return children;
  return (
    <div className="flex flex-wrap items-center gap-s3">
      <EyeOff size={20} strokeWidth={1.6} aria-hidden="true" />
      <b className="font-semibold" dir="auto">
        {warningWords(warning)}
      </b>
      <Button kind="quiet" onClick={() => setShown(true)}>
        {words.show}
      </Button>
    </div>
  );
}
