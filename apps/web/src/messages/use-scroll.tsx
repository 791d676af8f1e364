'use no memo';

import type { Message } from '@mbari/contract/messages/messages';
import { Component, type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { MessageWindow } from './message-window.ts';
import type { Target } from './use-message-window.ts';

/** Pixels from an end at which the next page is loaded, and within which the reader counts as at the end. */
const loadWithin = 1_200;
const endWithin = 60;
/** Pixels above a message that was scrolled to. */
const air = 56;

interface ScrollOptions {
  loaded: MessageWindow;
  target: Target;
  onLoad: (side: 'older' | 'newer') => void;
  /** Called with the number of the last message on the screen. */
  onSeen: (number: number) => void;
}

/** Scrolls to the first unread message, then to targets. Loads pages near the ends, and reports seen messages. */
export function useScroll({ loaded, target, onLoad, onSeen }: ScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const height = useRef(0);
  const reached = useRef(-1);
  const [isAtEnd, setAtEnd] = useState(true);

  const measure = useEffectEvent(() => {
    const element = scroller.current;
    if (element === null || reached.current === -1) return;
    // The composer grew, or the phone's keyboard opened.
    if (atEnd.current && element.clientHeight !== height.current) element.scrollTop = element.scrollHeight;
    height.current = element.clientHeight;
    const above = element.scrollTop;
    const below = element.scrollHeight - element.clientHeight - above;
    atEnd.current = below < endWithin && !loaded.hasNewer;
    setAtEnd(atEnd.current);
    if (above < loadWithin && loaded.hasOlder) onLoad('older');
    else if (below < loadWithin && loaded.hasNewer) onLoad('newer');
    const number = lastSeen(element);
    if (number !== undefined && document.visibilityState === 'visible') onSeen(number);
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || reached.current === target.turn) return;
    const isFirst = reached.current === -1;
    reached.current = target.turn;
    const number = isFirst && target.turn === 0 ? (loaded.firstUnread ?? 'end') : target.number;
    const row = number === 'end' ? undefined : rowNear(element, loaded.messages, number);
    element.scrollTop = row === undefined ? element.scrollHeight : element.scrollTop + topIn(element, row) - air;
    height.current = element.clientHeight;
    atEnd.current = row === undefined;
    if (row === undefined || isFirst) return;
    row.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
    row.animate?.({ background: ['var(--indigo-wash)', 'transparent'] }, 1_200);
  }, [target, loaded]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const ended = new AbortController();
    let frame = 0;
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        measure();
      });
    };
    element.addEventListener('scroll', onScroll, { passive: true, signal: ended.signal });
    element.addEventListener('keydown', walk, { signal: ended.signal });
    document.addEventListener('visibilitychange', () => measure(), { signal: ended.signal });
    const resizes = new ResizeObserver(onScroll);
    resizes.observe(element);
    return () => {
      ended.abort();
      resizes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  useEffect(() => measure());

  return { scroller, isAtEnd, checkAtEnd: () => atEnd.current };
}

interface KeepScrollProps {
  scroller: RefObject<HTMLElement | null>;
  isAtEnd: () => boolean;
  /** New arrays may move the visible messages. */
  messages: readonly unknown[];
  unsent: readonly unknown[];
  children: ReactNode;
}

interface Before {
  isAtEnd: boolean;
  /** Number of the last message. */
  last: number;
  anchor: { element: Element; top: number } | undefined;
}

/**
 * A reader at the end follows new messages, but sees the first of them. Otherwise keeps the visible message in place while others
 * are added or change. A class, because only `getSnapshotBeforeUpdate` can measure right before a change.
 */
export class KeepScroll extends Component<KeepScrollProps> {
  override getSnapshotBeforeUpdate(before: KeepScrollProps): Before | null {
    const { scroller, messages, unsent, isAtEnd } = this.props;
    if ((before.messages === messages && before.unsent === unsent) || scroller.current === null) return null;
    const rows = rowsIn(scroller.current);
    const { top } = scroller.current.getBoundingClientRect();
    const element = rows.find((row) => row.getBoundingClientRect().bottom > top);
    return {
      isAtEnd: isAtEnd(),
      last: Number(rows.at(-1)?.dataset['number'] ?? 0),
      anchor: element && { element, top: element.getBoundingClientRect().top },
    };
  }

  override componentDidUpdate(before: KeepScrollProps, _state: unknown, snapshot?: Before | null): void {
    const scroller = this.props.scroller.current;
    if (!snapshot || scroller === null) return;
    const { isAtEnd, last, anchor } = snapshot;
    const hasQueued = this.props.unsent.length > before.unsent.length;
    if (isAtEnd || hasQueued) {
      const first = hasQueued ? undefined : rowsIn(scroller).find(({ dataset }) => Number(dataset['number']) > last);
      const moved = first && first.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      scroller.scrollTop = Math.min(
        scroller.scrollHeight - scroller.clientHeight,
        scroller.scrollTop + (moved ?? Number.POSITIVE_INFINITY),
      );
    } else if (anchor?.element.isConnected) scroller.scrollTop += anchor.element.getBoundingClientRect().top - anchor.top;
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

const topIn = (scroller: Element, row: Element): number => row.getBoundingClientRect().top - scroller.getBoundingClientRect().top;

function rowNear(scroller: Element, messages: readonly Message[], number: number): HTMLElement | undefined {
  const near = messages.find((message) => message.number >= number) ?? messages.at(-1);
  return rowsIn(scroller).find(({ dataset }) => dataset['number'] === String(near?.number));
}

/** Returns the number of the last message whose end is on the screen, or that is longer than the screen. */
function lastSeen(scroller: HTMLElement): number | undefined {
  const { top, bottom } = scroller.getBoundingClientRect();
  const row = rowsIn(scroller).findLast((one) => {
    const at = one.getBoundingClientRect();
    return at.bottom <= bottom + 8 || (at.top < top + 8 && at.bottom > bottom);
  });
  return row && Number(row.dataset['number']);
}

/** Arrow keys move the focus between messages, from the region to the last one. */
function walk(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (by === undefined || event.altKey || !(currentTarget instanceof HTMLElement)) return;
  const articles = [...currentTarget.querySelectorAll<HTMLElement>('[data-number] article')];
  const at = articles.findIndex((article) => article === target);
  if (at === -1 && target !== currentTarget) return;
  const next = articles[at === -1 && by === -1 ? articles.length - 1 : at + by];
  if (next === undefined || (at === -1 && by === 1)) return;
  event.preventDefault();
  next.focus();
}

const rowsIn = (scroller: Element): HTMLElement[] => [...scroller.querySelectorAll<HTMLElement>('[data-number]')];
