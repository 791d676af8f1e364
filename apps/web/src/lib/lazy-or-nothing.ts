import { type ComponentType, lazy } from 'react';

/** A part that its page can do without: where its code does not come, nothing stands in its place. */
export const lazyOrNothing = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
