import * as words from '@mbari/words/image-editor';
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { type ImageEdit, maxAngle } from '~/platform/media/image-edit.ts';
import { type Corner, moved, type Point, resized, scaled, stretched } from './crop-geometry.ts';

interface CropFrameProps {
  edit: ImageEdit;
  /** Locked ratio of the crop's shares. */
  shape: number | null;
  onEdit: (change: Partial<ImageEdit>) => void;
}

const corners: readonly Corner[] = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
];
const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The crop over the image: dragged, pinched and turned by pointers, moved and resized by keys. */
export function CropFrame({ edit, shape, onEdit }: CropFrameProps) {
  const { crop } = edit;
  const keysId = useId();
  const pointers = usePointers({ edit, shape, onEdit });
  return (
    <div className="crop-pointers" {...pointers}>
      <div
        className="crop-frame"
        aria-label={words.cropFrame}
        aria-describedby={keysId}
        style={{
          insetInlineStart: `${crop.x * 100}%`,
          insetBlockStart: `${crop.y * 100}%`,
          inlineSize: `${crop.width * 100}%`,
          blockSize: `${crop.height * 100}%`,
        }}
        {...keysOf({ edit, shape, onEdit })}
      >
        {corners.map(({ x, y }) => (
          <span key={`${x}${y}`} className="crop-corner" data-x={x} data-y={y} />
        ))}
      </div>
      <p id={keysId} hidden>
        {words.cropKeys}
      </p>
    </div>
  );
}

/** Arrow keys move the crop, and resize it with Alt. The role lets screen readers pass them. */
const keysOf = ({ edit: { crop }, shape, onEdit }: CropFrameProps) => ({
  role: 'application',
  tabIndex: 0,
  onKeyDown: (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (direction === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? 0.1 : 0.01;
    const by = { x: direction.x * step, y: direction.y * step };
    onEdit({ crop: event.altKey ? stretched(crop, by, shape) : moved(crop, by) });
  },
});

/** One pointer moves the crop or a corner. Two pointers scale the crop and straighten the image. */
function usePointers({ edit, shape, onEdit }: CropFrameProps) {
  const pressed = useRef(new Map<number, Point>());
  const start = useRef<{ edit: ImageEdit; at: Point[]; corner: Corner | null }>(null);
  const begin = (corner: Corner | null) => (start.current = { edit, at: [...pressed.current.values()], corner });
  const end = ({ pointerId }: PointerEvent) => {
    pressed.current.delete(pointerId);
    begin(null);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture?.(event.pointerId);
      pressed.current.set(event.pointerId, pointOf(event));
      begin(cornerOf(event.target));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!pressed.current.has(event.pointerId) || start.current === null) return;
      pressed.current.set(event.pointerId, pointOf(event));
      const { edit: before, at, corner } = start.current;
      const [from, otherFrom] = at;
      const [to, otherTo] = [...pressed.current.values()];
      if (!from || !to) return;
      if (otherFrom && otherTo) {
        const turn = directionOf(to, otherTo) - directionOf(from, otherFrom);
        const angle = Math.round((before.angle + turn) * 10) / 10;
        const by = distanceOf(to, otherTo) / Math.max(1, distanceOf(from, otherFrom));
        return onEdit({ crop: scaled(before.crop, by), angle: Math.max(-maxAngle, Math.min(maxAngle, angle)) });
      }
      const { width, height } = event.currentTarget.getBoundingClientRect();
      const by = { x: (to.x - from.x) / width, y: (to.y - from.y) / height };
      const { crop } = before;
      if (corner === null) return onEdit({ crop: moved(crop, by) });
      const target = { x: crop.x + corner.x * crop.width + by.x, y: crop.y + corner.y * crop.height + by.y };
      onEdit({ crop: resized(crop, corner, target, shape) });
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y });
const distanceOf = (one: Point, other: Point): number => Math.hypot(other.x - one.x, other.y - one.y);

/** Returns the direction from one point to another in degrees. */
const directionOf = (one: Point, other: Point): number => Math.atan2(other.y - one.y, other.x - one.x) * (180 / Math.PI);

function cornerOf(target: EventTarget): Corner | null {
  const { x, y } = target instanceof HTMLElement ? target.dataset : {};
  return x === undefined || y === undefined ? null : { x: x === '1' ? 1 : 0, y: y === '1' ? 1 : 0 };
}
