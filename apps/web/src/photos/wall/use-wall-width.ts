import { useLayoutEffect, useRef, useState } from 'react';

/** Width of the last wall. The next wall starts with this width, so its height fits the restored scroll position. */
let lastWidth = 0;

/** Measures the width before the first paint and after each change. */
export function useWallWidth() {
  const wall = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(lastWidth);
  useLayoutEffect(() => {
    const element = wall.current;
    if (element === null) return;
    const measure = () => {
      lastWidth = Math.floor(element.clientWidth);
      setWidth(lastWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { wall, width };
}
