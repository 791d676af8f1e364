import { limits } from '@mbari/contract/limits';
import { sentences } from '@mbari/contract/sentences';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState, useTransition } from 'react';
import { KolaNut } from '~/drawings/kola-nut.tsx';
import { CallRefused, wordsOf } from '~/lib/call.ts';
import { refreshUser, useSession } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';
import { AboutStep } from './about-step.tsx';
import { type Answers, forgetAnswers, stepIsDone, useAnswers } from './answers.ts';
import { BioStep } from './bio-step.tsx';
import { finishOnboarding } from './finish-onboarding.ts';
import { InterestsStep } from './interests-step.tsx';
import { PhotoStep } from './photo-step.tsx';
import './onboarding.css';

export function Onboarding() {
  const { user } = useSession();
  return user && <Steps user={user} />;
}

const steps = [
  { word: 'Photo', title: 'Show your face', text: 'A photo of you, or one of the house’s portraits. You can change it whenever you like.' },
  { word: 'yourself', title: 'Who comes in?', text: 'What we need to know once. Who sees it is for you to decide in your settings.' },
  { word: 'your words', title: 'In your words', text: 'One or two sentences that stand beside your name.' },
  { word: 'what draws you', title: 'What draws you in?', text: 'Choose one or more. You can change it whenever you like.' },
] as const;

function Steps({ user }: { user: NonNullable<ReturnType<typeof useSession>['user']> }) {
  const navigate = useNavigate();
  const [answers, change] = useAnswers(user);
  const [photo, setPhoto] = useState<File | null>(null);
  const [errors, setErrors] = useState<Record<string, readonly string[]>>({});
  const [saving, startSaving] = useTransition();
  const heading = useHeadingFocus(answers.step);
  const step = Math.max(1, Math.min(limits.onboardingSteps, answers.step));
  const done = stepIsDone(step, answers);
  const last = step === limits.onboardingSteps;

  const complete = () =>
    startSaving(async () => {
      try {
        await finishOnboarding(answers, photo);
        await refreshUser();
        forgetAnswers(user);
        await navigate({ to: '/feed', replace: true });
      } catch (error) {
        const named = error instanceof CallRefused ? error.errors : {};
        setErrors(named);
        const wrong = stepOfError(named);
        if (wrong !== undefined) change({ step: wrong });
        toast.error(Object.values(named)[0]?.[0] ?? wordsOf(error, sentences.profileUpdateFailed));
      }
    });

  const { title, text } = steps[step - 1] ?? steps[0];
  return (
    <form
      className="onboarding"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!done || saving) return;
        if (last) complete();
        else change({ step: step + 1 });
      }}
    >
      <Progress step={step} />
      <h1 ref={heading} tabIndex={-1} className="display-large">
        {title}
      </h1>
      <p className="mt-s1 mb-s5 text-ink-quiet">{text}</p>
      <div className="onboarding-step">{stepContent({ step, answers, change, photo, setPhoto, errors })}</div>
      <footer className="onboarding-foot">
        <Button kind="quiet" tall disabled={step === 1} onClick={() => change({ step: step - 1 })}>
          Back
        </Button>
        <span className="ms-auto text-t15 text-ink-meta" role="status">
          {last && answers.interests.length > 0 && `${answers.interests.length} chosen`}
        </span>
        <Button type="submit" tall disabled={!done} busy={saving && 'Saving...'}>
          {last ? 'Complete' : 'Next'}
        </Button>
      </footer>
    </form>
  );
}

export interface StepProps {
  answers: Answers;
  change: (changed: Partial<Answers>) => void;
  errors: Record<string, readonly string[]>;
}

interface ContentProps extends StepProps {
  step: number;
  photo: File | null;
  setPhoto: (photo: File | null) => void;
}

function stepContent({ step, photo, setPhoto, ...props }: ContentProps): ReactNode {
  if (step === 1) return <PhotoStep {...props} photo={photo} onPhoto={setPhoto} />;
  if (step === 2) return <AboutStep {...props} />;
  if (step === 3) return <BioStep {...props} />;
  return <InterestsStep {...props} />;
}

function Progress({ step }: { step: number }) {
  return (
    <div className="mb-s5 flex items-center gap-s4">
      <KolaNut size={60} full={step - 1} />
      <div className="text-t15">
        <p className="font-semibold">
          Step {step} of {limits.onboardingSteps}
        </p>
        <p className="text-ink-meta">
          {steps.map(({ word }, index) => (
            <span key={word}>
              {index > 0 && ', '}
              <span className={index === step - 1 ? 'font-semibold text-ink' : undefined}>{word}</span>
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}

function stepOfError(errors: Record<string, unknown>): number | undefined {
  const fields = [['profile_image', 'profile_image_url'], ['gender', 'date_of_birth', 'occupation'], ['bio'], ['category_ids']];
  const at = fields.findIndex((names) => names.some((name) => name in errors));
  return at === -1 ? undefined : at + 1;
}

/** A new step is a new page to whoever cannot see it; the first one is read from its top anyway. */
function useHeadingFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [step]);
  return heading;
}
