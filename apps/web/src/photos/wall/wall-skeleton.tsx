'use no memo';

import { aloneBelow, packRows } from './pack-rows.ts';
import { feedLayout } from './row-layout.ts';
import { useWallWidth } from './use-wall-width.ts';

const ratios = [0.75, 1.667, 0.8, 1, 1.5, 0.667, 1.333, 0.8];

export function WallSkeleton() {
  const { wall, width } = useWallWidth();
  const layout = feedLayout(width);
  const rows = width === 0 ? [] : packRows(ratios, layout).slice(0, 3);
  return (
    <div ref={wall} className="wall" data-alone={width < aloneBelow || undefined} aria-hidden="true">
      {rows.map(({ from, to, width: rowWidth }) => (
        <div key={from} className="wall-row" style={{ width: rowWidth, gap: layout.gap, marginBlockEnd: layout.rowGap }}>
          {ratios.slice(from, to).map((ratio) => (
            <div key={ratio} className="wall-photo" style={{ flexGrow: ratio * 100 }}>
              <div className="wall-frame bg-image-backdrop" style={{ aspectRatio: ratio }} />
              <div className="wall-label">
                <div className="mt-1 h-4 w-1/2 bg-wall" />
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
