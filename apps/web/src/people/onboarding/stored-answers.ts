import { useState } from 'react';
import { watchSession } from '~/platform/lib/session.ts';
import { type Answers, type Newcomer, initialAnswers } from './answers.ts';
import type { AvatarDraft } from './avatar-draft.ts';

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
