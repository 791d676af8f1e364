import { expect, test } from 'vitest';
import { drawEdited, editedSize, frameOf, type ImageEdit, noEdit } from './image-edit.ts';

const image = { width: 400, height: 300 } as ImageBitmap;
const edit = (own: Partial<ImageEdit>): ImageEdit => ({ ...noEdit, ...own });

test('an unedited image keeps its size, and a quarter turn swaps its sides', () => {
  expect(frameOf(image, noEdit)).toEqual({ width: 400, height: 300 });
  expect(frameOf(image, edit({ turns: 1 }))).toEqual({ width: 300, height: 400 });
  expect(editedSize(image, edit({ turns: 3, crop: { x: 0.5, y: 0, width: 0.5, height: 0.25 } }))).toEqual({ width: 150, height: 100 });
});

test.each([-10, -0.1, 3, 10])('straightened by %s degrees, the frame has no empty corner', (angle) => {
  for (const turns of [0, 1]) {
    const frame = frameOf(image, edit({ angle, turns }));
    expect(frame.width / frame.height).toBeCloseTo(turns === 0 ? 4 / 3 : 3 / 4);
    for (const [x, y] of [
      [1, 1],
      [1, -1],
    ] as const) {
      const corner = rotated({ x: (x * frame.width) / 2, y: (y * frame.height) / 2 }, -(angle + turns * 90));
      expect(Math.abs(corner.x)).toBeLessThanOrEqual(200);
      expect(Math.abs(corner.y)).toBeLessThanOrEqual(150);
    }
  }
});

test('the crop fills the canvas', () => {
  const drawn = draw(edit({ crop: { x: 0.25, y: 0.5, width: 0.5, height: 0.5 } }), { width: 100, height: 75 });
  expect(drawn({ x: 100, y: 150 })).toEqual([0, 0]);
  expect(drawn({ x: 300, y: 300 })).toEqual([100, 75]);
});

test('a quarter turn brings the lower left corner to the upper left', () => {
  const drawn = draw(edit({ turns: 1 }), { width: 300, height: 400 });
  expect(drawn({ x: 0, y: 300 })).toEqual([0, 0]);
  expect(drawn({ x: 400, y: 0 })).toEqual([300, 400]);
});

test('straightening turns around the middle', () => {
  const drawn = draw(edit({ angle: 10 }), { width: 400, height: 300 });
  expect(drawn({ x: 200, y: 150 })).toEqual([200, 150]);
});

/** Returns where a point of the image is drawn. */
function draw(wanted: ImageEdit, size: { width: number; height: number }): (point: { x: number; y: number }) => number[] {
  let [a, b, c, d, e, f] = [1, 0, 0, 1, 0, 0];
  const translate = (x: number, y: number) => void ([e, f] = [e + a * x + c * y, f + b * x + d * y]);
  const context = {
    setTransform: (...values: [number, number, number, number, number, number]) => void ([a, b, c, d, e, f] = values),
    translate,
    rotate: (radians: number) => {
      const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
      [a, b, c, d] = [a * cos + c * sin, b * cos + d * sin, c * cos - a * sin, d * cos - b * sin];
    },
    drawImage: (_: unknown, x: number, y: number) => translate(x, y),
  };
  drawEdited(context as never, image, wanted, size);
  return ({ x, y }) => [a * x + c * y + e, b * x + d * y + f].map((value) => Math.round(value) + 0);
}

function rotated({ x, y }: { x: number; y: number }, degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}
