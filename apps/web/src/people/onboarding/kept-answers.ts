import { useState } from 'react';
import { watchSession } from '~/platform/lib/session.ts';
import { type Answers, type Newcomer, startingFrom } from './answers.ts';
import type { AvatarDraft } from './avatar-draft.ts';

export interface Kept {
  answers: Answers;
  change: (changed: Partial<Answers>) => void;
  photo: AvatarDraft | null;
  setPhoto: (photo: AvatarDraft | null) => void;
}

/** Keeps the answers in sessionStorage under the member's id. The photo has its own key, so typing does not rewrite it. */
export function useKeptAnswers(user: Newcomer): Kept {
  const { answersKey, photoKey } = keysOf(user.id);
  const [answers, setAnswers] = useState<Answers>(() => ({ ...startingFrom(user), ...(read(answersKey) as Partial<Answers> | null) }));
  const [photo, setPhoto] = useState(() => read(photoKey) as AvatarDraft | null);
  return {
    answers,
    change: (changed) => {
      const next = { ...answers, ...changed };
      setAnswers(next);
      write(answersKey, next);
    },
    photo,
    setPhoto: (chosen) => {
      setPhoto(chosen);
      write(photoKey, chosen);
    },
  };
}

/** Called on completion, and on sign-out for shared computers. */
export function forgetAnswers(userId: string): void {
  for (const key of Object.values(keysOf(userId))) sessionStorage.removeItem(key);
}

watchSession((session, before) => {
  if (before.user !== null && session.user?.id !== before.user.id) forgetAnswers(before.user.id);
});

const keysOf = (userId: string) => ({ answersKey: `onboarding_${userId}`, photoKey: `onboarding_photo_${userId}` });

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full. Removes an older photo, which must not return.
    sessionStorage.removeItem(key);
  }
}
