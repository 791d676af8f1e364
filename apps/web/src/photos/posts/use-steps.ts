import { useNavigate } from '@tanstack/react-router';
import type { Neighbours } from './use-neighbours.ts';

/** Leads to the post before (-1) or after (1) this one, in the place of its page: going back leads to the list. */
export function useSteps(neighbours: Neighbours | null): (by: number) => void {
  const navigate = useNavigate();
  return (by) => {
    const to = by < 0 ? neighbours?.previous : neighbours?.next;
    if (neighbours && to) void navigate({ ...linkTo(to.id), state: { from: neighbours.from } });
  };
}

export const linkTo = (id: string) => ({ to: '/post/$id', params: { id }, replace: true }) as const;
