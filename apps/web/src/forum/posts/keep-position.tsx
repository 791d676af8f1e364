'use no memo';

import { Component, type ReactNode, type RefObject } from 'react';

interface KeepPositionProps {
  list: RefObject<HTMLElement | null>;
  /** A new array may move the visible posts. */
  posts: readonly unknown[];
  children: ReactNode;
}

interface Anchor {
  element: HTMLElement;
  top: number;
}

/**
 * Keeps the current post in place while posts above it change, for Safari, which has no scroll anchoring. A class, because only
 * `getSnapshotBeforeUpdate` can measure right before a change.
 */
export class KeepPosition extends Component<KeepPositionProps> {
  override getSnapshotBeforeUpdate(before: KeepPositionProps): Anchor | null {
    const { list, posts } = this.props;
    if (before.posts === posts || list.current === null) return null;
    const element = [...list.current.querySelectorAll<HTMLElement>(':scope > [data-number]')].find(
      (row) => row.getBoundingClientRect().bottom > 80,
    );
    return element ? { element, top: element.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(_before: KeepPositionProps, _state: unknown, anchor?: Anchor | null): void {
    if (!anchor?.element.isConnected) return;
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
