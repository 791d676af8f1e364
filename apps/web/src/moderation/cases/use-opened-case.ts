import type { ReportCase } from '@mbari/contract/moderation/cases';
import type { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { itemsOf } from '~/platform/lib/items-of.ts';
import { useMediaQuery } from '~/platform/lib/use-media-query.ts';
import type { ReportState, reportCases } from './moderation-queries.ts';

type Goal = 'row' | 'case' | null;
type List = ReturnType<typeof useInfiniteQuery<Awaited<ReturnType<NonNullable<ReturnType<typeof reportCases>['queryFn']>>>>>;

/** URL of a case, or of the list. */
export const addressOf = (state: ReportState, id?: string) =>
  ({
    to: '/moderation',
    search: state === 'resolved' ? { tab: state } : {},
    ...(id !== undefined && { hash: id }),
    hashScrollIntoView: false,
    resetScroll: false,
  }) as const;

export interface OpenedCase {
  cases: ReportCase[];
  /** Index of the open case, or -1. In a wide window one is always open. */
  at: number;
  go: (by: 1 | -1) => Promise<void>;
  close: () => void;
  /** Remembers the list's scroll position. */
  leaveList: () => void;
}

const rowOf = (desk: HTMLElement | null, id: string): HTMLElement | null | undefined =>
  desk?.querySelector<HTMLElement>(`[data-case="${id}"] .queue-link`);

/** Derives the open case from the URL. A resolved case is replaced by the next one. */
export function useOpenedCase(desk: RefObject<HTMLElement | null>, list: List, state: ReportState): OpenedCase {
  const named = useLocation({ select: ({ hash }) => hash }) || undefined;
  const navigate = useNavigate();
  const { history } = useRouter();
  const isWide = useMediaQuery('(min-width: 1200px)');
  const cases = itemsOf(list.data);
  const found = cases.findIndex(({ id }) => id === named);
  const at = found === -1 && isWide && cases.length > 0 ? 0 : found;
  const lastFound = useRef(-1);
  const cameFromList = useRef(false);
  const listTop = useRef(0);
  const focusNext = useRef<Goal>(null);
  const takeGoal = (): Goal => {
    const goal = focusNext.current;
    focusNext.current = null;
    return goal;
  };
  const show = (id: string | undefined, replace: boolean) => navigate({ ...addressOf(state, id), replace });

  useEffect(() => {
    if (found !== -1) lastFound.current = found;
    if (found !== -1 || named === undefined || lastFound.current === -1 || list.data === undefined) return;
    focusNext.current = 'case';
    void show(cases[Math.min(lastFound.current, cases.length - 1)]?.id, true);
  });
  useMovedFocus(desk, cases[at]?.id, { isWide, listTop, takeGoal });

  const leaveList = () => {
    if (named !== undefined) return;
    listTop.current = scrollY;
    cameFromList.current = true;
  };
  return {
    cases,
    at,
    leaveList,
    go: async (by) => {
      const more = by === 1 && at === cases.length - 1 && list.hasNextPage;
      const next = (more ? itemsOf((await list.fetchNextPage({ cancelRefetch: false })).data) : cases)[at === -1 ? 0 : at + by];
      if (!next) return;
      focusNext.current = !isWide || document.activeElement?.closest('article') ? 'case' : 'row';
      leaveList();
      await show(next.id, named !== undefined);
    },
    close: () => {
      if (cameFromList.current) history.back();
      else void show(undefined, true);
      cameFromList.current = false;
    },
  };
}

interface Moved {
  isWide: boolean;
  listTop: RefObject<number>;
  /** Returns and clears the next focus target. */
  takeGoal: () => Goal;
}

/** Moves the focus to the opened case when it would be lost, and restores it on return. */
function useMovedFocus(desk: RefObject<HTMLElement | null>, id: string | undefined, { isWide, listTop, takeGoal }: Moved): void {
  const shown = useRef(id);
  useLayoutEffect(() => {
    const before = shown.current;
    if (before === id) return;
    shown.current = id;
    const goal = takeGoal();
    if (id === undefined) {
      scrollTo({ top: listTop.current, behavior: 'instant' });
      if (before !== undefined) rowOf(desk.current, before)?.focus({ preventScroll: true });
      return;
    }
    // In a wide window the first case opens automatically.
    if (isWide && before === undefined && goal === null) return;
    scrollTo({ top: 0, behavior: 'instant' });
    if (goal === 'row') rowOf(desk.current, id)?.focus();
    else if (goal === 'case' || !isWide) desk.current?.querySelector('article')?.focus({ preventScroll: true });
  });
}
