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

/**
 * The answers, kept in this tab's storage under the member's id, so that they survive a reload. The photo has its own key: typing does
 * not write it again.
 */
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

/** Once it is done, or after signing out on a shared computer. */
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
    // The storage is full: the photo is kept as long as the page. An older one must not come back instead.
    sessionStorage.removeItem(key);
  }
}
