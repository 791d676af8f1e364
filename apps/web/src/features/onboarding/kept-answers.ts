import { useState } from 'react';
import { watchSession } from '~/lib/session.ts';
import { type Answers, type Newcomer, startingFrom } from './answers.ts';
import type { AvatarDraft } from './avatar-draft.ts';

export interface Kept {
  answers: Answers;
  change: (changed: Partial<Answers>) => void;
  photo: AvatarDraft | null;
  setPhoto: (photo: AvatarDraft | null) => void;
}

/**
 * The answers, which survive a reload: in this tab's own storage, under the member's id. The photo has a key to itself, so that a
 * letter typed does not write it anew.
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

/** Done, or signed out: nothing is left for whoever sits down next. */
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
    // The storage is full, by a photo that could not be cut: it lives as long as the page. An older one must not come back in its place.
    sessionStorage.removeItem(key);
  }
}
