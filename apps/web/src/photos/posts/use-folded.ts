import { useState } from 'react';

/** Stored in this browser until sign-out. */
const key = 'mbari_post_folded';

/** The folded state of the panel, for every post. */
export function useFolded(): [folded: boolean, fold: (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(key) === 'yes');
  return [
    folded,
    (next) => {
      setFolded(next);
      localStorage.setItem(key, next ? 'yes' : 'no');
    },
  ];
}
