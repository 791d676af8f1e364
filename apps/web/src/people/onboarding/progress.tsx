import * as limits from '@mbari/contract/limits';
import * as words from '@mbari/words/onboarding';
import type { ReactNode } from 'react';
import { KolaNut } from '~/platform/drawings/kola-nut.tsx';
import { signOut } from '~/platform/lib/session.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';

/** A kola nut with a lobe per finished step, and sign-out. */
export function Progress({ step }: { step: number }) {
  const mark = (one: number) => (text: ReactNode) => <span className={one === step ? 'font-semibold text-ink' : undefined}>{text}</span>;
  return (
    <div className="mb-s5 flex flex-wrap items-center gap-s4">
      <KolaNut size={60} full={step - 1} />
      <div className="min-w-0 flex-[1_1_7rem] text-t15">
        <p className="font-semibold">{words.step({ step, steps: limits.onboardingSteps })}</p>
        <p className="text-ink-meta">
          <Phrase parts={words.steps({ photo: mark(1), about: mark(2), bio: mark(3), interests: mark(4) })} />
        </p>
      </div>
      <Button kind="text" className="-me-2 ms-auto shrink-0 text-t15" onClick={() => void signOut()}>
        {words.logout}
      </Button>
    </div>
  );
}
