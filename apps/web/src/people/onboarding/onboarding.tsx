import { replaceInterests, updateProfile } from '@mbari/contract/people/members';
import { stockAvatarUrl } from '@mbari/contract/people/profile-fields';
import * as limits from '@mbari/contract/platform/limits';
import { list } from '@mbari/words/format';
import './onboarding.css';
import * as words from '@mbari/words/onboarding';
import * as sentences from '@mbari/words/sentences';
import * as uiWords from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { lengthOf } from '~/platform/lib/length-of.ts';
import { refreshUser, signOut, useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { KolaNut } from '~/platform/site/drawings.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { TextArea } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { AboutStep } from './about-step.tsx';
import {
  type Answers,
  deleteStoredAnswers,
  firstOpenStep,
  type Missing,
  missingFrom,
  type Newcomer,
  type StoredAnswers,
  useStoredAnswers,
} from './answers.ts';
import { type AvatarDraft, fileOf } from './avatar-draft.ts';
import { ownInterests } from './interests-query.ts';
import { InterestsStep } from './interests-step.tsx';
import { PhotoStep } from './photo-step.tsx';

export function Onboarding() {
  const { user } = useSession();
  return user && <Steps key={user.id} user={user} />;
}

/** Texts of the steps after the first. */
const texts = [
  { title: words.aboutTitle, text: words.aboutHint },
  { title: words.bioTitle, text: words.bioTitleHint },
  { title: words.interestsTitle, text: words.interestsHint },
] as const;

function Steps({ user }: { user: Newcomer }) {
  const navigate = useNavigate();
  const stored = useStoredAnswers(user);
  const { photo, change } = stored;
  const { step, next, back, goToStep } = useStep(stored);
  const { answers, hasChoice } = useChoices(stored.answers, step);
  const missing = hasChoice ? missingFrom(step, answers) : [];
  const { errors, setErrors, busy, onSubmit } = useForm<Answers>({
    start: answers,
    check: () => toFieldErrors(missing),
    waits: () => {
      if (step === limits.onboardingSteps) return false;
      next();
      return true;
    },
    send: async () => {
      await finishOnboarding(answers, photo);
      await refreshUser();
      deleteStoredAnswers(user.id);
      await navigate({ to: '/feed', replace: true, state: { newcomer: true } });
    },
    errorsOf,
    onFailure: (error) => {
      const fieldErrors = errorsOf(error);
      const errorStep = stepOfError(fieldErrors);
      if (errorStep !== undefined) goToStep(errorStep);
      toast.error(Object.values(fieldErrors)[0]?.[0] ?? errorMessage(error, sentences.profileUpdateFailed));
    },
  });
  const heading = useHeadingFocus(step);
  const props = {
    ...stored,
    answers,
    currentAvatar: user.profile_image,
    errors,
    change: (changes: Parameters<typeof change>[0]) => {
      change(changes);
      // Drops server errors, because they concern the previous answers. Missing fields stay marked until filled.
      if (Object.keys(errors).length > 0) setErrors(toFieldErrors(missingFrom(step, { ...answers, ...changes })));
    },
  };
  return (
    <form className="onboarding" noValidate onSubmit={onSubmit}>
      <Progress step={step} />
      <div key={step} className="onboarding-room">
        <StepHeading step={step} user={user} heading={heading} />
        <div className="onboarding-step">{stepContent(step, props)}</div>
      </div>
      <StepButtons step={step} missing={missing} selectedCount={answers.interests.length} saving={busy} onBack={back} />
    </form>
  );
}

function StepHeading({ step, user, heading }: { step: number; user: Newcomer; heading: Ref<HTMLHeadingElement> }) {
  const stepTexts = texts[step - 2];
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="display-large">
        {stepTexts?.title ?? words.welcome({ name: firstNameOf(user) })}
      </h1>
      <p className="mt-s1 mb-s5 text-ink-quiet">
        {stepTexts?.text ?? (
          <Phrase parts={words.welcomeHint({ title: (text) => <span className="font-semibold text-ink">{text}</span> })} />
        )}
      </p>
    </>
  );
}

export interface StepProps extends StoredAnswers {
  errors: FieldErrors;
  /** Path of the avatar stored on the server. */
  currentAvatar: string | null;
}

function stepContent(step: number, props: StepProps): ReactNode {
  if (step === 1) return <PhotoStep {...props} />;
  if (step === 2) return <AboutStep {...props} />;
  if (step === 3) return <BioStep {...props} />;
  return <InterestsStep {...props} />;
}

/** Counts only interests that exist; without any, no choice is required. */
function useChoices(answers: Answers, step: number): { answers: Answers; hasChoice: boolean } {
  const isLast = step === limits.onboardingSteps;
  const { data } = useQuery({ ...ownInterests, enabled: isLast });
  if (!isLast || data === undefined) return { answers, hasChoice: true };
  const availableIds = new Set(data.available.map(({ id }) => id));
  return { answers: { ...answers, interests: answers.interests.filter((id) => availableIds.has(id)) }, hasChoice: availableIds.size > 0 };
}

const toFieldErrors = (missing: readonly Missing[]): FieldErrors => Object.fromEntries(missing.map(({ field, text }) => [field, [text]]));

/** Errors by field. A full-disk error concerns the photo. */
const errorsOf = (error: unknown): FieldErrors => {
  if (!(error instanceof CallRefused)) return {};
  return ['storage_full', 'storage_unavailable'].includes(error.code) ? { profile_image: [words.noRoom] } : error.errors;
};

function stepOfError(errors: FieldErrors): number | undefined {
  const fields = [['profile_image', 'profile_image_url'], ['gender', 'date_of_birth', 'occupation'], ['bio'], ['category_ids']];
  const index = fields.findIndex((names) => names.some((name) => name in errors));
  return index === -1 ? undefined : index + 1;
}

const firstNameOf = ({ name }: Newcomer): string => name.trim().split(/\s+/)[0] ?? name;

/** Focuses the heading of each new step, except on load. */
function useHeadingFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousStep = useRef(step);
  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [step]);
  return heading;
}

function BioStep({ answers, change, errors }: StepProps) {
  const length = lengthOf(answers.bio);
  const over = length - limits.bio;
  return (
    <div className="max-w-[620px]">
      <TextArea
        label={words.bio}
        name="bio"
        rows={4}
        required
        value={answers.bio}
        aside={
          <span className={`text-t15 ${over > 0 ? 'font-semibold text-laterite-ink' : 'text-ink-meta'}`}>
            {words.bioLength({ length, most: limits.bio })}
          </span>
        }
        error={over > 0 ? words.tooLong({ count: over }) : errors['bio']}
        hint={words.bioHint}
        onChange={(event) => change({ bio: event.target.value })}
      />
    </div>
  );
}

/** Saves the steps by two idempotent calls. If only the first arrives, the newcomer resumes at the interests. */
async function finishOnboarding(
  { avatar, gender, date_of_birth, occupation, bio, interests }: Answers,
  photo: AvatarDraft | null,
): Promise<void> {
  const fields = { gender, date_of_birth, occupation: occupation.trim(), bio: bio.trim() };
  if (photo === null) {
    const avatarFields = avatar === 'worn' ? {} : { profile_image_url: stockAvatarUrl(avatar) };
    await call(updateProfile, { body: { ...fields, ...avatarFields } });
  } else {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('profile_image', fileOf(photo));
    await call(updateProfile, { form });
  }
  await call(replaceInterests, { body: { category_ids: [...interests] } });
}

/** A kola nut with a lobe per finished step, and sign-out. */
function Progress({ step }: { step: number }) {
  const mark = (number: number) => (text: ReactNode) => (
    <span className={number === step ? 'font-semibold text-ink' : undefined}>{text}</span>
  );
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

interface StepButtonsProps {
  step: number;
  missing: readonly Missing[];
  selectedCount: number;
  saving: boolean;
  onBack: () => void;
}

/** While answers are missing, 'next' stays focusable and its description lists them. */
function StepButtons({ step, missing, selectedCount, saving, onBack }: StepButtonsProps) {
  const isLastStep = step === limits.onboardingSteps;
  const isMissing = missing.length > 0;
  return (
    <footer className="onboarding-buttons">
      <Button kind="quiet" tall disabled={step === 1 || saving} onClick={onBack}>
        {words.back}
      </Button>
      <p id="onboarding-missing" className="onboarding-missing" role={isLastStep ? 'status' : undefined}>
        {isMissing
          ? words.stillMissing({ what: list(missing.map(({ word }) => word)) })
          : isLastStep && words.chosen({ count: selectedCount })}
      </p>
      <Button
        type="submit"
        tall
        aria-disabled={isMissing || undefined}
        aria-describedby={isMissing ? 'onboarding-missing' : undefined}
        busy={saving && uiWords.saving}
      >
        {isLastStep ? words.complete : words.next}
      </Button>
    </footer>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    onboardingStep?: number;
    /** The previous history entry is the previous step. */
    afterStep?: boolean;
  }
}

/** Each step is a history entry for the back button. */
function useStep({ answers, change }: Pick<StoredAnswers, 'answers' | 'change'>) {
  const navigate = useNavigate();
  const router = useRouter();
  const { pathname, state } = useLocation();
  const { onboardingStep: requestedStep, afterStep } = state;
  // While leaving, the location is already the next page's.
  const isOnboardingPage = pathname === '/onboarding';
  const step = clampStep(requestedStep ?? answers.step, answers);

  const open = (next: number, options: { afterStep?: boolean; replace: boolean }) =>
    void navigate({
      to: '/onboarding',
      replace: options.replace,
      state: { onboardingStep: next, ...(options.afterStep && { afterStep: true }) },
    });

  // Adds the step to a history entry that has none, so that Back returns to the step.
  useEffect(() => {
    if (isOnboardingPage && requestedStep === undefined) open(step, { replace: true });
  });
  // Stores the step, so that onboarding resumes there.
  useEffect(() => {
    if (isOnboardingPage && answers.step !== step) change({ step });
  });

  return {
    step,
    next: () => open(step + 1, { afterStep: true, replace: false }),
    back: () => (afterStep ? router.history.back() : open(step - 1, { replace: true })),
    goToStep: (errorStep: number) => open(errorStep, { replace: true }),
  };
}

/** No step opens before the earlier steps are complete, regardless of the history. */
const clampStep = (requestedStep: number, answers: Answers): number =>
  Math.max(1, Math.min(limits.onboardingSteps, firstOpenStep(answers), Math.trunc(requestedStep) || 1));
