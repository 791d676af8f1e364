import type { CurrentUser } from '@mbari/contract/people/members';
import { earliestBirthday, latestBirthday, type StockAvatar, stockAvatars, stockAvatarUrl } from '@mbari/contract/people/profile-fields';
import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/onboarding';
import * as sentences from '@mbari/words/sentences';
import { useState } from 'react';
import { lengthOf } from '~/platform/lib/length-of.ts';
import { watchSession } from '~/platform/lib/session.ts';
import type { AvatarDraft } from './avatar-draft.ts';

export interface Answers {
  step: number;
  /** `worn`: uploaded by an earlier, unfinished attempt. */
  avatar: StockAvatar | 'worn';
  gender: string;
  date_of_birth: string;
  occupation: string;
  bio: string;
  interests: readonly string[];
}

export type Newcomer = Pick<CurrentUser, 'id' | 'name' | 'profile_image'> &
  Partial<Pick<CurrentUser, 'gender' | 'date_of_birth' | 'occupation' | 'bio' | 'interests'>>;

/** Starts at the first step, or where an earlier attempt stopped. */
function initialAnswers(user: Newcomer): Answers {
  const answers: Answers = {
    step: 1,
    avatar: avatarOf(user),
    gender: user.gender ?? '',
    date_of_birth: user.date_of_birth ?? '',
    occupation: user.occupation ?? '',
    bio: user.bio ?? '',
    interests: user.interests ?? [],
  };
  const openStep = firstOpenStep(answers);
  return { ...answers, step: openStep > 2 ? openStep : 1 };
}

/** A missing field. `word` is its name within a sentence, `text` the error below it. */
export interface Missing {
  field: 'gender' | 'date_of_birth' | 'occupation' | 'bio' | 'category_ids';
  word: string;
  text: string;
}

export function missingFrom(step: number, { gender, date_of_birth, occupation, bio, interests }: Answers): Missing[] {
  const missing: (Missing | false)[] = [
    step === 2 && gender === '' && { field: 'gender', word: words.missingGender, text: words.genderRequired },
    step === 2 && checkBirthday(date_of_birth),
    step === 2 && !hasVisibleText(occupation) && { field: 'occupation', word: words.missingOccupation, text: words.occupationRequired },
    step === 3 && lengthOf(bio) === 0 && { field: 'bio', word: words.missingBio, text: words.bioRequired },
    step === 3 &&
      lengthOf(bio) > limits.bio && {
        field: 'bio',
        word: words.missingShorterBio,
        text: words.tooLong({ count: lengthOf(bio) - limits.bio }),
      },
    step === 4 && interests.length === 0 && { field: 'category_ids', word: words.missingInterest, text: words.interestRequired },
  ];
  return missing.filter((field) => field !== false);
}

/** The first incomplete step, otherwise the last. */
export function firstOpenStep(answers: Answers): number {
  for (let step = 1; step < limits.onboardingSteps; step += 1) if (missingFrom(step, answers).length > 0) return step;
  return limits.onboardingSteps;
}

export const tooYoung = (date: string): boolean => date > latestBirthday();

export interface StoredAnswers {
  answers: Answers;
  change: (changes: Partial<Answers>) => void;
  photo: AvatarDraft | null;
  setPhoto: (photo: AvatarDraft | null) => void;
}

/** Keeps the answers in sessionStorage under the member's id. The photo has its own key, so typing does not rewrite it. */
export function useStoredAnswers(user: Newcomer): StoredAnswers {
  const { answersKey, photoKey } = keysOf(user.id);
  const [answers, setAnswers] = useState<Answers>(() => ({
    ...initialAnswers(user),
    ...(readStored(answersKey) as Partial<Answers> | null),
  }));
  const [photo, setPhoto] = useState(() => readStored(photoKey) as AvatarDraft | null);
  return {
    answers,
    change: (changes) => {
      const next = { ...answers, ...changes };
      setAnswers(next);
      writeStored(answersKey, next);
    },
    photo,
    setPhoto: (newPhoto) => {
      setPhoto(newPhoto);
      writeStored(photoKey, newPhoto);
    },
  };
}

/** Deletes the answers on completion and at sign-out, because members may share a computer. */
export function deleteStoredAnswers(userId: string): void {
  for (const key of Object.values(keysOf(userId))) sessionStorage.removeItem(key);
}

function checkBirthday(date: string): Missing | false {
  const field = 'date_of_birth';
  const word = words.missingBirthday;
  if (date === '') return { field, word, text: words.dateRequired };
  if (tooYoung(date)) return { field, word, text: sentences.tooYoung };
  return date < earliestBirthday && { field, word, text: words.bornTooEarly };
}

function avatarOf({ profile_image }: Newcomer): Answers['avatar'] {
  if (profile_image?.startsWith('/media/')) return 'worn';
  return stockAvatars.find((name) => profile_image === stockAvatarUrl(name)) ?? 'gele';
}

watchSession((session, before) => {
  if (before.user !== null && session.user?.id !== before.user.id) deleteStoredAnswers(before.user.id);
});

const keysOf = (userId: string) => ({ answersKey: `onboarding_${userId}`, photoKey: `onboarding_photo_${userId}` });

function readStored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full. Removes the previous photo, so that a reload does not restore it.
    sessionStorage.removeItem(key);
  }
}
