'use no memo';

import { useEffect, useRef } from 'react';
import { BrushStroke } from '~/platform/drawings/brush-stroke.tsx';

/** The stroke under the chosen one of a row of links. It scrolls the row so that the chosen one is in its middle. */
export function ChosenStroke() {
  const stroke = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const link = stroke.current?.parentElement;
    const row = link?.parentElement;
    if (link && row) row.scrollLeft += middleOf(link) - middleOf(row);
  }, []);
  return (
    <span ref={stroke}>
      <BrushStroke />
    </span>
  );
}

function middleOf(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
