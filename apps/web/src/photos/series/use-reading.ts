import { type RefObject, useEffect, useState } from 'react';

interface Reading {
  /** Position of the work nearest to the middle of the window, counted from 1. */
  position: number;
  /** The title has left the window. */
  isPastTitle: boolean;
}

/** Follows the scroll position through the works of a series. The address names the current work. */
export function useReading(title: RefObject<HTMLElement | null>, works: RefObject<HTMLElement | null>, count: number): Reading {
  const [position, setPosition] = useState(1);
  const [isPastTitle, setPastTitle] = useState(false);
  useEffect(() => {
    const heading = title.current;
    if (heading === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => entry && setPastTitle(!entry.isIntersecting && entry.boundingClientRect.top < innerHeight / 2),
    );
    observer.observe(heading);
    return () => observer.disconnect();
  }, [title]);
  useEffect(() => {
    if (count === 0) return undefined;
    // Observes a line across the middle of the window. Between two works, the earlier one stays current.
    const observer = new IntersectionObserver(
      (entries) => {
        const crossed = entries.filter(({ isIntersecting }) => isIntersecting).at(-1)?.target.id;
        if (crossed === undefined) return;
        setPosition(Number(crossed));
        followInHistory(Number(crossed));
      },
      { rootMargin: '-50% 0px' },
    );
    for (const work of works.current?.children ?? []) observer.observe(work);
    return () => observer.disconnect();
  }, [works, count]);
  return { position: Math.min(position, Math.max(1, count)), isPastTitle };
}

/** Scrolls to the work that the address names, once the works are rendered. */
export function showWorkOfAddress(): void {
  if (/^#\d+$/.test(location.hash) && scrollY === 0) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** Writes the work's number as the address's fragment. Bypasses the router, which would scroll to it. Back and reload return to the work. */
function followInHistory(position: number): void {
  if (!location.pathname.startsWith('/series/')) return;
  const fragment = position === 1 ? '' : `#${position}`;
  if (location.hash !== fragment)
    History.prototype.replaceState.call(history, history.state, '', `${location.pathname}${location.search}${fragment}`);
}
