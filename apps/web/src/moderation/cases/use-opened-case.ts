import type { ReportCase } from '@mbari/contract/moderation/cases';
import type { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { useMediaQuery } from '~/platform/lib/use-media-query.ts';
import type { reportCases, ReportState } from './moderation-queries.ts';

type Goal = 'row' | 'case' | null;
type List = ReturnType<typeof useInfiniteQuery<Awaited<ReturnType<NonNullable<ReturnType<typeof reportCases>['queryFn']>>>>>;

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
  /** Index of the open case, or -1. Wide windows always open a case. */
  index: number;
  go: (by: 1 | -1) => Promise<void>;
  close: () => void;
  /** Remembers the list's scroll position. */
  leaveList: () => void;
}

const rowOf = (desk: HTMLElement | null, id: string): HTMLElement | null | undefined =>
  desk?.querySelector<HTMLElement>(`[data-case="${id}"] .queue-link`);

/** Derives the open case from the URL. A resolved case is replaced by the next one. */
export function useOpenedCase(desk: RefObject<HTMLElement | null>, list: List, state: ReportState): OpenedCase {
  const urlId = useLocation({ select: ({ hash }) => hash }) || undefined;
  const navigate = useNavigate();
  const { history } = useRouter();
  const isWide = useMediaQuery('(min-width: 1200px)');
  const cases = itemsOf(list.data);
  const urlIndex = cases.findIndex(({ id }) => id === urlId);
  const index = urlIndex === -1 && isWide && cases.length > 0 ? 0 : urlIndex;
  const lastUrlIndex = useRef(-1);
  const isFromList = useRef(false);
  const listTop = useRef(0);
  const focusNext = useRef<Goal>(null);
  const consumeGoal = (): Goal => {
    const goal = focusNext.current;
    focusNext.current = null;
    return goal;
  };
  const navigateTo = (id: string | undefined, replace: boolean) => navigate({ ...addressOf(state, id), replace });

  useEffect(() => {
    if (urlIndex !== -1) lastUrlIndex.current = urlIndex;
    if (urlIndex !== -1 || urlId === undefined || lastUrlIndex.current === -1 || list.data === undefined) return;
    focusNext.current = 'case';
    void navigateTo(cases[Math.min(lastUrlIndex.current, cases.length - 1)]?.id, true);
  });
  useCaseFocus(desk, cases[index]?.id, { isWide, listTop, consumeGoal });

  const leaveList = () => {
    if (urlId !== undefined) return;
    listTop.current = scrollY;
    isFromList.current = true;
  };
  return {
    cases,
    index,
    leaveList,
    go: async (by) => {
      const isPastPage = by === 1 && index === cases.length - 1 && list.hasNextPage;
      const next = (isPastPage ? itemsOf((await list.fetchNextPage({ cancelRefetch: false })).data) : cases)[index === -1 ? 0 : index + by];
      if (!next) return;
      focusNext.current = !isWide || document.activeElement?.closest('article') ? 'case' : 'row';
      leaveList();
      await navigateTo(next.id, urlId !== undefined);
    },
    close: () => {
      if (isFromList.current) history.back();
      else void navigateTo(undefined, true);
      isFromList.current = false;
    },
  };
}

interface FocusOptions {
  isWide: boolean;
  listTop: RefObject<number>;
  /** Returns and clears the next focus target. */
  consumeGoal: () => Goal;
}

/** Focuses the opened case, or its row if the focus was in the list. On return to the list, focuses the closed case's row. */
function useCaseFocus(desk: RefObject<HTMLElement | null>, id: string | undefined, { isWide, listTop, consumeGoal }: FocusOptions): void {
  const lastId = useRef(id);
  useLayoutEffect(() => {
    const previousId = lastId.current;
    if (previousId === id) return;
    lastId.current = id;
    const goal = consumeGoal();
    if (id === undefined) {
      scrollTo({ top: listTop.current, behavior: 'instant' });
      if (previousId !== undefined) rowOf(desk.current, previousId)?.focus({ preventScroll: true });
      return;
    }
    // In a wide window the first case opens automatically and must not take the focus.
    if (isWide && previousId === undefined && goal === null) return;
    scrollTo({ top: 0, behavior: 'instant' });
    if (goal === 'row') rowOf(desk.current, id)?.focus();
    else if (goal === 'case' || !isWide) desk.current?.querySelector('article')?.focus({ preventScroll: true });
  });
}
