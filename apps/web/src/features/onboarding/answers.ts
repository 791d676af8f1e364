import { limits } from '@mbari/contract/limits';
import { sentences } from '@mbari/contract/sentences';
import type { CurrentUser } from '@mbari/contract/shapes/members';
import { type StockAvatar, stockAvatars } from '@mbari/contract/stock-avatars';
import { useState } from 'react';

/** What a newcomer has answered so far. */
export interface Answers {
  step: number;
  avatar: StockAvatar;
  gender: string;
  date_of_birth: string;
  occupation: string;
  bio: string;
  interests: readonly string[];
}

/** Answers that survive a reload. A file cannot; it is asked for again. */
export function useAnswers(user: CurrentUser): [Answers, (change: Partial<Answers>) => void] {
  const key = `onboarding_${user.id}`;
  const [answers, setAnswers] = useState(() => ({ ...startingFrom(user), ...kept(key) }));
  const change = (changed: Partial<Answers>) => {
    const next = { ...answers, ...changed };
    setAnswers(next);
    sessionStorage.setItem(key, JSON.stringify(next));
  };
  return [answers, change];
}

export const forgetAnswers = (user: CurrentUser): void => sessionStorage.removeItem(`onboarding_${user.id}`);

/** The latest birthday of somebody old enough, as a date field writes it. */
export function latestBirthday(now = new Date()): string {
  const year = String(now.getFullYear() - limits.minimumAge).padStart(4, '0');
  return `${year}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
}

export const tooYoung = (date: string): string | undefined => (date > latestBirthday() ? sentences.tooYoung : undefined);

export const lengthOf = (text: string): number => [...text.trim()].length;

/** Whether one may go on from a step, by its number from 1. */
export function stepIsDone(step: number, { gender, date_of_birth, occupation, bio, interests }: Answers): boolean {
  if (step === 2) return gender !== '' && date_of_birth !== '' && tooYoung(date_of_birth) === undefined && occupation.trim() !== '';
  if (step === 3) return lengthOf(bio) >= 1 && lengthOf(bio) <= limits.bio;
  if (step === 4) return interests.length > 0;
  return true;
}

function startingFrom(user: CurrentUser): Answers {
  return {
    step: 1,
    avatar: stockAvatars.find((name) => user.profile_image?.endsWith(`/${name}.svg`)) ?? 'gele',
    gender: user.gender ?? '',
    date_of_birth: user.date_of_birth ?? '',
    occupation: user.occupation ?? '',
    bio: user.bio ?? '',
    interests: user.interests,
  };
}

function kept(key: string): Partial<Answers> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Answers>;
  } catch {
    return {};
  }
}
