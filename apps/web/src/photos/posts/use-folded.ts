import { useState } from 'react';

/** Kept by this browser until somebody logs out. */
const key = 'mbari_post_folded';

/** Whether the panel beside the photo is folded, on every post. */
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
