'use no memo';

import { Component, type ReactNode, type RefObject } from 'react';

interface KeepPositionProps {
  list: RefObject<HTMLElement | null>;
  /** A change of these is what may move the others. */
  posts: readonly unknown[];
  children: ReactNode;
}

interface Anchor {
  element: HTMLElement;
  top: number;
}

/**
 * While posts come in above the one that is read, or leave, it stays where it is in the window. Browsers do this by themselves, but
 * Safari. A class, since only a class may look at the page right before it changes.
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
