import type { Random } from '../../random.ts';
import { darker, lighter, mix, oklch } from '../colour.ts';
import type { Scene, Sheet } from '../draw-image.ts';
import { box, polygon } from '../lines.ts';
import { fade, fill, type Paint } from '../svg.ts';
import { stairs, tower } from './towers.ts';
import { type Drawn, doorway, type Earth, figure, signs } from './walls-and-people.ts';

const earths = (random: Random): Earth =>
  random.pick<Earth>([
    {
      sky: [oklch(0.52, 0.1, 250), oklch(0.72, 0.06, 230)],
      lit: oklch(0.62, 0.13, 42),
      shade: oklch(0.38, 0.1, 35),
      floor: oklch(0.74, 0.07, 68),
      trim: oklch(0.88, 0.05, 80),
    },
    {
      sky: [oklch(0.6, 0.09, 235), oklch(0.84, 0.05, 210)],
      lit: oklch(0.8, 0.08, 75),
      shade: oklch(0.5, 0.07, 55),
      floor: oklch(0.82, 0.05, 78),
      trim: oklch(0.5, 0.12, 35),
    },
    {
      sky: [oklch(0.42, 0.09, 265), oklch(0.74, 0.11, 50)],
      lit: oklch(0.68, 0.13, 55),
      shade: oklch(0.34, 0.09, 15),
      floor: oklch(0.62, 0.09, 50),
      trim: oklch(0.85, 0.09, 80),
    },
    {
      sky: [oklch(0.66, 0.1, 225), oklch(0.86, 0.05, 200)],
      lit: oklch(0.86, 0.03, 85),
      shade: oklch(0.56, 0.05, 265),
      floor: oklch(0.84, 0.035, 80),
      trim: oklch(0.5, 0.13, 255),
    },
    {
      sky: [oklch(0.5, 0.1, 245), oklch(0.8, 0.06, 215)],
      lit: oklch(0.66, 0.15, 12),
      shade: oklch(0.4, 0.12, 5),
      floor: oklch(0.8, 0.07, 60),
      trim: oklch(0.87, 0.06, 85),
    },
  ]);

/** Earth walls and the long shadows on them. */
export const court: Paint = (random, sheet, mood) => {
  const earth = earths(random);
  const draw = { court: yard, arches, tower, stairs }[mood] ?? yard;
  const { svg, alt } = draw(random, sheet, earth);
  const sky = `${fade('sky', [
    [0, earth.sky[0]],
    [1, earth.sky[1]],
  ])}${fill(box(0, 0, sheet.width, sheet.height), 'url(#sky)')}`;
  return {
    ground: earth.sky[0],
    layers: [{ svg: sky + svg }],
    alt,
    surface: { grain: 1.1, mottle: 0.2, vignette: 0.2, light: [-1, -1, 0.1] },
  } satisfies Scene;
};

/** Where the corner of a courtyard and the edges of its walls and floor are. */
interface Yard {
  w: number;
  h: number;
  corner: number;
  top: number;
  base: number;
  /** The top of the wall in shadow, where it leaves the sheet. */
  far: number;
  floorLeft: number;
  floorRight: number;
}

function yard(random: Random, sheet: Sheet, earth: Earth): Drawn {
  const [w, h] = [sheet.width, sheet.height];
  const corner = w * random.between(0.38, 0.58);
  const [top, base] = [h * random.between(0.12, 0.24), h * random.between(0.66, 0.76)];
  const far = top + h * random.between(0.04, 0.14);
  const floorLeft = h * random.between(0.78, 0.86);
  const floorRight = h * random.between(0.74, 0.82);
  const here: Yard = { w, h, corner, top, base, far, floorLeft, floorRight };
  let svg = twoWalls(random, here, earth) + archedDoor(random, here, earth) + onFarWall(random, here, earth);
  svg += fill(
    polygon([
      [corner, base],
      [w, floorRight],
      [w, h * 0.93],
      [corner + (w - corner) * 0.2, h * 0.88],
    ]),
    '#1c0d14',
    0.3,
  );
  if (random.chance(0.7)) svg += stepsUp(random, here, earth);
  const people = random.whole(1, 2);
  for (let person = 0; person < people; person += 1)
    svg += figure(random, w * random.between(0.16, 0.62), h * random.between(0.86, 0.93), h * random.between(0.15, 0.21), [1.1, 0.22]);
  return {
    svg,
    alt: `A courtyard of earth walls, one side in sun and one in shadow, an arched doorway and ${people === 1 ? 'a person' : 'two people'} whose shadow lies long on the swept floor.`,
  };
}

/** One wall in the sun, one in shadow, with the top of both. */
function twoWalls(random: Random, { w, h, corner, top, base, far, floorLeft, floorRight }: Yard, earth: Earth): string {
  let svg = fill(
    polygon([
      [0, base],
      [w, base - 20],
      [w, h],
      [0, h],
    ]),
    earth.floor,
  );
  svg += `${fade(
    'left',
    [
      [0, lighter(earth.lit, 0.12)],
      [1, earth.lit],
    ],
    [0, 0, 1, 0.4],
  )}${fill(
    polygon([
      [0, top],
      [corner, top],
      [corner, base],
      [0, floorLeft],
    ]),
    'url(#left)',
  )}`;
  svg += fill(
    polygon([
      [corner, top],
      [w, far],
      [w, floorRight],
      [corner, base],
    ]),
    earth.shade,
  );
  svg += fill(
    polygon([
      [0, top + h * 0.02],
      [corner, top + h * random.between(0.2, 0.34)],
      [corner, base],
      [0, floorLeft],
    ]),
    earth.shade,
    0.55,
  );
  const cap = h * 0.014;
  svg += fill(
    polygon([
      [0, top - cap],
      [corner, top - cap],
      [w, far - cap],
      [w, far + 4],
      [corner, top + 4],
      [0, top + 4],
    ]),
    lighter(earth.lit, 0.25),
  );
  return svg;
}

function archedDoor(random: Random, { h, corner, base, floorLeft }: Yard, earth: Earth): string {
  const door = corner * random.between(0.24, 0.34);
  const doorX = corner * random.between(0.28, 0.5);
  const doorBase = floorLeft + (base - floorLeft) * ((doorX + door / 2) / corner);
  const doorTall = Math.min(h * 0.42, door * random.between(1.9, 2.6));
  return (
    fill(doorway(doorX - door * 0.16, doorBase, door * 1.1, doorTall * 1.06), darker(earth.shade, 0.62)) +
    fill(doorway(doorX + door * 0.14, doorBase, door * 0.8, doorTall * 0.95), mix(earth.floor, oklch(0.7, 0.13, 80), 0.6)) +
    fill(
      polygon([
        [doorX + door * 0.14, doorBase],
        [doorX + door * 0.94, doorBase - 6],
        [doorX + door * 0.94, doorBase - doorTall * 0.5],
      ]),
      darker(earth.shade, 0.3),
      0.5,
    )
  );
}

/** Signs above the shadow, or three windows. */
function onFarWall(random: Random, { w, h, corner, top, far }: Yard, earth: Earth): string {
  if (random.chance(0.8))
    return signs(random, corner + (w - corner) * 0.5, top + h * random.between(0.16, 0.26), Math.min(90, (w - corner) * 0.16), earth.trim);
  let svg = '';
  for (let window = 0; window < 3; window += 1)
    svg += fill(
      box(corner + (w - corner) * (0.2 + window * 0.24), far + h * 0.14, (w - corner) * 0.1, h * 0.11),
      darker(earth.shade, 0.55),
    );
  return svg;
}

function stepsUp(random: Random, { w, h, floorRight }: Yard, earth: Earth): string {
  let svg = '';
  const steps = random.whole(4, 6);
  for (let step = 0; step < steps; step += 1) {
    const [x, y] = [w * 0.82 + step * w * 0.035, floorRight - step * h * 0.052];
    svg +=
      fill(
        polygon([
          [x, y],
          [w, y - h * 0.012],
          [w, y + h * 0.05],
          [x, y + h * 0.062],
        ]),
        mix(earth.shade, earth.floor, 0.45),
      ) +
      fill(
        polygon([
          [x, y],
          [x + w * 0.04, y - h * 0.022],
          [w, y - h * 0.03],
          [w, y - h * 0.008],
        ]),
        lighter(earth.floor, 0.35),
      );
  }
  return svg;
}

function arches(random: Random, sheet: Sheet, earth: Earth): Drawn {
  const [w, h] = [sheet.width, sheet.height];
  const count = random.whole(3, w > h ? 6 : 4);
  const base = h * 0.72;
  const top = h * random.between(0.1, 0.2);
  const bay = w / count;
  let svg = `${fade('wall', [
    [0, lighter(earth.lit, 0.1)],
    [1, earth.lit],
  ])}${fill(box(0, top, w, base - top), 'url(#wall)')}${fill(box(0, top - 12, w, 14), lighter(earth.lit, 0.3))}${fill(box(0, base, w, h - base), earth.floor)}`;
  const slant = bay * random.between(0.45, 0.8);
  for (let index = 0; index < count; index += 1) {
    const x = index * bay + bay * 0.2;
    const [wide, tall] = [bay * 0.6, Math.min((base - top) * 0.82, bay * 1.35)];
    svg += fill(doorway(x, base, wide, tall), darker(earth.shade, 0.4));
    svg += fill(doorway(x + wide * 0.22, base, wide * 0.78, tall * 0.94), mix(darker(earth.shade, 0.4), earth.shade, 0.7));
    svg += fill(
      polygon([
        [x + wide, base],
        [x + wide, base - tall * 0.3],
        [x + wide * 0.42, base],
      ]),
      earth.floor,
      0.85,
    );
    // Sun comes through each arch and lies on the floor in front of it.
    svg += fill(
      polygon([
        [index * bay - bay * 0.2, base],
        [x, base],
        [x + slant, h],
        [index * bay - bay * 0.2 + slant, h],
      ]),
      '#1c0d14',
      0.34,
    );
  }
  svg += fill(
    polygon([
      [0, top],
      [w, top],
      [w, top + h * 0.03],
      [0, top + h * 0.07],
    ]),
    '#1c0d14',
    0.25,
  );
  for (let index = 0; index <= count; index += 1)
    svg += signs(random, index * bay, top + (base - top) * 0.13, Math.min(bay * 0.13, 40), earth.trim);
  svg += figure(random, w * random.between(0.2, 0.8), h * random.between(0.84, 0.92), h * 0.2, [0.8, 0.2]);
  return {
    svg,
    alt: `A gallery of ${count} arches in a plastered wall; bars of sun and shadow cross the floor, and one person walks through them.`,
  };
}
