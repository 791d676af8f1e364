import type { QueryKey } from '@tanstack/react-query';
import { createContext } from 'react';

export interface ListWalked {
  key: QueryKey;
  /** What the list is called: '3 of 60 in Latest'. */
  name: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list a photo was opened from. */
    from?: ListWalked | undefined;
  }
}

/** A list's query by the name that members know it by. */
export const walked = ({ queryKey }: { queryKey: QueryKey }, name: string): ListWalked => ({ key: queryKey, name });

/** Which list a wall shows: whoever opens a photo on it can go on to the one before and the one after. */
export const SourceList = createContext<ListWalked | undefined>(undefined);
