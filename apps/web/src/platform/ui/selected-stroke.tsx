'use no memo';

import { useEffect, useRef } from 'react';
import { BrushStroke } from '~/platform/site/drawings.tsx';

/** Stroke under the selected link of a row. Scrolls the row so that the link is centered. */
export function SelectedStroke() {
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
