import { useState } from 'react';

/** Posts chosen to split off, sorted by number; null while not choosing. */
export interface PostChoice {
  chosen: readonly ChosenPost[] | null;
  start: (post?: ChosenPost) => void;
  toggle: (post: ChosenPost) => void;
  stop: () => void;
}

export interface ChosenPost {
  id: string;
  number: number;
}

export function usePostChoice(): PostChoice {
  const [chosen, setChosen] = useState<readonly ChosenPost[] | null>(null);
  return {
    chosen,
    start: (post) => setChosen((now) => now ?? (post ? [post] : [])),
    toggle: ({ id, number }) =>
      setChosen((now) =>
        now?.some((chosenPost) => chosenPost.id === id)
          ? now.filter((chosenPost) => chosenPost.id !== id)
          : [...(now ?? []), { id, number }].sort((a, b) => a.number - b.number),
      ),
    stop: () => setChosen(null),
  };
}
