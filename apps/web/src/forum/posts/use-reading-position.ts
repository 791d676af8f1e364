'use no memo';

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type CurrentNumber, currentNumber } from '~/forum/topics/current-number.ts';
import { followInAddress } from './topic-address.ts';
import { nearest, type Target } from './use-post-window.ts';

/** Milliseconds between URL updates, whose rate browsers limit. */
const addressPause = 350;

interface Reading {
  topic: { id: string; slug: string };
  list: RefObject<HTMLElement | null>;
  posts: readonly { number: number }[];
  isPending: boolean;
  target: Target;
  hasTarget: boolean;
  /** Number to report when the end is seen; null while the end is not loaded. */
  end: number | null;
  onSeen: (number: number, from?: number) => void;
  isOwn: (number: number) => boolean;
}

/** Scrolls to the target, updates the address and reports seen posts. Returns the current post's number. */
export function useReadingPosition({ topic, list, posts, isPending, target, hasTarget, end, onSeen, isOwn }: Reading): CurrentNumber {
  const [current] = useState(() => currentNumber(target.number));
  const reached = useRef(0);
  /** After a jump, the target post stays current until the viewer scrolls, even below the upper edge. */
  const landed = useRef<{ element: Element; number: number; top: number } | null>(null);
  const isLedToOwn = useRef(false);
  const timer = useRef(0);

  const followRead = () => {
    timer.current = 0;
    const number = current.get();
    const row = list.current?.querySelector(`:scope > [data-number="${number}"]`);
    if (row) followInAddress(topic, number, Math.round(row.getBoundingClientRect().top - headerHeight()));
  };

  const measure = useEffectEvent((end: number | null) => {
    const rows = list.current?.children;
    if (rows === undefined || reached.current !== target.turn) return;
    const at = (index: number): Placed => placedAt(rows[index]);
    const view = viewOf(end !== null);
    const lastSeenNumber = lastSeen(rows.length, at, view);
    const number = numberLandedOn(landed.current) ?? postBeingRead(rows.length, at, view);
    if (number === undefined) return;
    if (landed.current !== null) isLedToOwn.current = isOwn(landed.current.number);
    if (numberLandedOn(landed.current) === undefined) landed.current = null;
    current.set(number);
    // A jump to the viewer's own reply skips unread posts. `from` keeps these posts unread while the viewer scrolls.
    const from = isLedToOwn.current ? firstInView(rows.length, at, view) : undefined;
    if (lastSeenNumber !== undefined) onSeen(end !== null && lastSeenNumber === posts.at(-1)?.number ? end : lastSeenNumber, from);
    timer.current ||= window.setTimeout(followRead, addressPause);
  });

  const onFrame = useEffectEvent(() => measure(end));

  useLayoutEffect(() => {
    if (isPending || !hasTarget || reached.current === target.turn) return;
    const post = nearest(posts, target.number);
    const row = post && list.current?.querySelector(`:scope > [data-number="${post.number}"]`);
    if (!list.current || !post || !row) return;
    reached.current = target.turn;
    drawAllAtFirst(list.current);
    const top = post.number === 1 && target.top === 0 ? 0 : scrollY + row.getBoundingClientRect().top - headerHeight() - target.top;
    scrollTo({ top, behavior: 'instant' });
    landed.current = { element: row, number: post.number, top: row.getBoundingClientRect().top };
  }, [posts, isPending, target, hasTarget, list]);

  useEffect(() => everyFrame(onFrame), []);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Added or removed posts can change which post is current.
  useEffect(() => {
    if (!isPending && posts.length > 0 && target.turn > 0) measure(end);
  }, [posts, target, end, isPending]);
  return current;
}

export interface Placed {
  number: number;
  top: number;
  bottom: number;
}

export interface View {
  /** Height of the sticky header. */
  top: number;
  bottom: number;
  /** Remaining scroll distance; Infinity while more posts can load below. */
  left: number;
}

/**
 * The post at the window's upper edge. Near the topic's end, the reference line moves down to the lower edge, so that each of the last posts is
 * reached.
 */
export function postBeingRead(count: number, at: (index: number) => Placed, view: View): number | undefined {
  if (count === 0) return undefined;
  const height = view.bottom - view.top;
  const share = 1 - Math.min(1, view.left / height);
  const line = view.top + edge + share * (height - edge);
  return at(
    Math.min(
      count - 1,
      firstWith(count, (index) => at(index).bottom > line),
    ),
  ).number;
}

const edge = 24;

/** Number of the last post seen completely or filling the window. */
export function lastSeen(count: number, at: (index: number) => Placed, view: View): number | undefined {
  const next = firstWith(count, (index) => at(index).bottom > view.bottom);
  if (next < count && at(next).top <= view.top) return at(next).number;
  return next === 0 ? undefined : at(next - 1).number;
}

export const firstInView = (count: number, at: (index: number) => Placed, view: View): number | undefined =>
  count === 0
    ? undefined
    : at(
        Math.min(
          count - 1,
          firstWith(count, (index) => at(index).bottom > view.top),
        ),
      ).number;

/** Renders all posts at first, because a jump needs their heights. The browser remembers the heights. */
function drawAllAtFirst(list: HTMLElement): void {
  list.removeAttribute('data-settled');
  const settle = () => {
    // Visible posts stay rendered: skipping them briefly would count as a layout shift.
    for (const row of list.children) {
      const { top, bottom } = row.getBoundingClientRect();
      row.toggleAttribute('data-drawn', bottom > 0 && top < innerHeight);
    }
    list.setAttribute('data-settled', '');
  };
  requestAnimationFrame(() => requestAnimationFrame(settle));
}

function everyFrame(onFrame: () => void): () => void {
  let frame = 0;
  const onScroll = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      onFrame();
    });
  };
  addEventListener('scroll', onScroll, { passive: true });
  addEventListener('resize', onScroll);
  return () => {
    removeEventListener('scroll', onScroll);
    removeEventListener('resize', onScroll);
    cancelAnimationFrame(frame);
  };
}

function numberLandedOn(landed: { element: Element; number: number; top: number } | null): number | undefined {
  if (!landed?.element.isConnected) return undefined;
  return Math.abs(landed.element.getBoundingClientRect().top - landed.top) < 8 ? landed.number : undefined;
}

function placedAt(row: Element | undefined): Placed {
  const { top, bottom } = row?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return { number: Number(row?.getAttribute('data-number')), top, bottom };
}

const viewOf = (endIsLoaded: boolean): View => ({
  top: headerHeight(),
  bottom: innerHeight,
  left: endIsLoaded ? document.documentElement.scrollHeight - innerHeight - scrollY : Number.POSITIVE_INFINITY,
});

/** Returns the height that the sticky header or topic bar covers. */
function headerHeight(): number {
  const bar = document.querySelector<HTMLElement>('.topic-bar');
  const barHeight = bar?.offsetHeight ?? 0;
  if (bar === null || barHeight === 0) return document.querySelector<HTMLElement>('.header')?.offsetHeight ?? 0;
  return Number.parseFloat(getComputedStyle(bar).top) + barHeight;
}

/** Binary search: returns the first index from which the condition holds, or `count`. */
function firstWith(count: number, fulfils: (index: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (fulfils(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
