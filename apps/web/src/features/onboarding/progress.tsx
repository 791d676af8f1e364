import * as limits from '@mbari/contract/limits';
import { KolaNut } from '~/drawings/kola-nut.tsx';
import { signOut } from '~/lib/session.ts';
import { Button } from '~/ui/button.tsx';

const words = ['Photo', 'yourself', 'your words', 'what draws you'];

/** A kola nut with a lobe for each finished step, and the way to sign out. */
export function Progress({ step }: { step: number }) {
  return (
    <div className="mb-s5 flex items-center gap-s4">
      <KolaNut size={60} full={step - 1} />
      <div className="min-w-0 text-t15">
        <p className="font-semibold">
          Step {step} of {limits.onboardingSteps}
        </p>
        <p className="text-ink-meta">
          {words.map((word, index) => (
            <span key={word}>
              {index > 0 && ', '}
              <span className={index === step - 1 ? 'font-semibold text-ink' : undefined}>{word}</span>
            </span>
          ))}
        </p>
      </div>
      <Button kind="text" className="-me-2 ms-auto shrink-0 text-t15" onClick={() => void signOut()}>
        Log out
      </Button>
    </div>
  );
}
