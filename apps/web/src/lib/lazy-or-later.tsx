import { type ComponentType, lazy, useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part that its page would be missed without, such as the comments below a photo: asked for once the page is painted, and where its code does not come,
 * again when the line is back. Until then nothing stands in its place.
 */
export const lazyOrLater = <Props extends object>(load: Load<Props>) =>
  lazy<ComponentType<Props>>(() =>
    afterPaint()
      .then(load)
      .then(
        (part) => ({ default: part }),
        () => ({ default: laterPart(load) }),
      ),
  );

function laterPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return function LaterPart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const ask = () =>
        void load().then(
          (part) => setPart(() => part),
          () => undefined,
        );
      if (navigator.onLine) ask();
      addEventListener('online', ask);
      return () => removeEventListener('online', ask);
    }, []);
    return Part && <Part {...props} />;
  };
}
