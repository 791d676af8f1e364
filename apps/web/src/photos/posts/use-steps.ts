import { useNavigate } from '@tanstack/react-router';
import type { Neighbours } from './use-neighbours.ts';

/** Navigates to the previous (-1) or next (1) post, replacing the history entry, so that going back returns to the list. */
export function useSteps(neighbours: Neighbours | null): (by: number) => void {
  const navigate = useNavigate();
  return (by) => {
    const to = by < 0 ? neighbours?.previous : neighbours?.next;
    if (neighbours && to) void navigate({ ...linkTo(to.id), state: { from: neighbours.from } });
  };
}

export const linkTo = (id: string) => ({ to: '/post/$id', params: { id }, replace: true }) as const;
