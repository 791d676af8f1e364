import { type ComponentType, lazy } from 'react';
import { afterPaint } from './when-idle.ts';

/** Lazy component that renders nothing if its code fails to load. It loads after the page is painted, unless `when` is given. */
export const optionalLazy = <Props>(load: () => Promise<ComponentType<Props>>, when: () => Promise<unknown> = afterPaint) =>
  lazy<ComponentType<Props>>(() =>
    when()
      .then(load)
      .then(
        (part) => ({ default: part }),
        () => ({ default: () => null }),
      ),
  );

/** `when` of content that must not wait for the paint. */
export const withoutDelay = (): Promise<void> => Promise.resolve();
