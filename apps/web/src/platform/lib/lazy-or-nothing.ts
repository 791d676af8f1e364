import { type ComponentType, lazy } from 'react';
import { afterPaint } from './after-paint.ts';

/**
 * A part that its page can do without: where its code does not come, nothing stands in its place. Asked for once the page is painted, which
 * needs the line and the processor first, unless it is said when.
 */
export const lazyOrNothing = <Props>(load: () => Promise<ComponentType<Props>>, when: () => Promise<unknown> = afterPaint) =>
  lazy<ComponentType<Props>>(() =>
    when()
      .then(load)
      .then(
        (part) => ({ default: part }),
        () => ({ default: () => null }),
      ),
  );
