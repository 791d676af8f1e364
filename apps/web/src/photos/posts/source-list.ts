import type { QueryKey } from '@tanstack/react-query';
import { createContext } from 'react';

export interface ListSource {
  key: QueryKey;
  /** What the list is called: '3 of 60 in Latest'. */
  name: string;
  /** It leaves out photos with words that the viewer muted. */
  folds?: boolean;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list a photo was opened from. */
    from?: ListSource | undefined;
  }
}

export const sourceOf = ({ queryKey }: { queryKey: QueryKey }, name: string, folds?: boolean): ListSource => ({
  key: queryKey,
  name,
  folds,
});

/** The list that a wall shows. From a post that is opened there the pager leads to its neighbours in the list. */
export const SourceList = createContext<ListSource | undefined>(undefined);
