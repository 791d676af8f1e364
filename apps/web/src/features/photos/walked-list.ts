import type { QueryKey } from '@tanstack/react-query';
import { createContext } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list a photo was opened from, by the key of its query. */
    from?: QueryKey | undefined;
  }
}

/** Which list a wall shows, by the key of its query: whoever opens a photo on it can go on to the one before and the one after. */
export const WalkedList = createContext<QueryKey | undefined>(undefined);
