'use no memo';

import { Component, type ReactNode, type RefObject } from 'react';

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

export const rowsIn = (scroller: Element): HTMLElement[] => [...scroller.querySelectorAll<HTMLElement>('[data-number]')];
