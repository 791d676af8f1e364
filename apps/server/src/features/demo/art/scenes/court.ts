import { darker, lighter, mix, oklch } from '../colour.ts';
import type { Hand } from '../hand.ts';
import { blob, box, brush, disc, polygon, spiral, wave, type Point } from '../lines.ts';
import type { Scene, Sheet } from '../picture.ts';
import { fade, fill, type Paint } from '../svg.ts';

interface Earth {
  sky: [string, string];
  lit: string;
  shade: string;
  floor: string;
  trim: string;
}

const earths = (hand: Hand): Earth =>
  hand.pick<Earth>([
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
export const court: Paint = (hand, sheet, mood) => {
  const earth = earths(hand);
  const draw = { court: yard, arches, tower, stairs }[mood] ?? yard;
  const { svg, alt } = draw(hand, sheet, earth);
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

type Drawn = { svg: string; alt: string };

/** Somebody stands in the sun: a robe, a head and something on it, and the shadow they throw. */
function figure(hand: Hand, x: number, y: number, tall: number, shadow: readonly [number, number]): string {
  const [dx, dy] = [shadow[0] * tall, shadow[1] * tall];
  const robe = hand.pick([
    oklch(0.22, 0.02, 280),
    oklch(0.93, 0.02, 85),
    oklch(0.4, 0.14, 265),
    oklch(0.55, 0.17, 32),
    oklch(0.5, 0.1, 155),
  ]);
  const wrap = hand.pick([oklch(0.8, 0.14, 85), oklch(0.93, 0.03, 85), oklch(0.6, 0.18, 30), oklch(0.45, 0.14, 265)]);
  let svg =
    fill(
      polygon([
        [x - tall * 0.15, y],
        [x + tall * 0.15, y],
        [x + dx + tall * 0.11, y + dy],
        [x + dx - tall * 0.03, y + dy + tall * 0.02],
      ]),
      '#1c0d14',
      0.5,
    ) + fill(disc(x + dx * 1.06, y + dy * 1.06, tall * 0.1, tall * 0.06), '#1c0d14', 0.5);
  svg += fill(
    `M${x - tall * 0.17} ${y}C${x - tall * 0.17} ${y - tall * 0.4} ${x - tall * 0.15} ${y - tall * 0.74} ${x - tall * 0.02} ${y - tall * 0.76}C${x + tall * 0.13} ${y - tall * 0.74} ${x + tall * 0.15} ${y - tall * 0.4} ${x + tall * 0.18} ${y}Z`,
    robe,
  );
  svg += fill(
    `M${x} ${y - tall * 0.76}C${x + tall * 0.13} ${y - tall * 0.74} ${x + tall * 0.15} ${y - tall * 0.4} ${x + tall * 0.18} ${y}H${x + tall * 0.04}C${x + tall * 0.08} ${y - tall * 0.4} ${x + tall * 0.06} ${y - tall * 0.6} ${x} ${y - tall * 0.76}Z`,
    '#12081a',
    0.3,
  );
  svg += fill(disc(x, y - tall * 0.85, tall * 0.085, tall * 0.1), oklch(0.24, 0.045, 45));
  return (
    svg +
    fill(
      hand.chance(0.6)
        ? disc(x, y - tall * 0.93, tall * 0.13, tall * 0.065)
        : box(x - tall * 0.08, y - tall * 0.99, tall * 0.16, tall * 0.1),
      wrap,
    )
  );
}

const doorway = (x: number, y: number, wide: number, tall: number): string =>
  `M${x} ${y}V${y - tall + wide / 2}A${wide / 2} ${wide / 2} 0 0 1 ${x + wide} ${y - tall + wide / 2}V${y}Z`;

/** Signs painted on a wall in the trim colour. */
function signs(hand: Hand, x: number, y: number, size: number, colour: string): string {
  let path = brush(hand, spiral(x, y, size * 0.5, 2.6, hand.between(0, 6)), size * 0.09);
  for (let row = 0; row < 4; row += 1)
    path += brush(hand, wave(x - size * 1.9, y - size * 0.35 + row * size * 0.22, size * 1.05, size * 0.07, 2), size * 0.07);
  for (let dot = 0; dot < 9; dot += 1)
    path += blob(hand, x + size * (1 + (dot % 3) * 0.22), y + size * (Math.floor(dot / 3) * 0.22 - 0.22), size * 0.05, 0.2, 6);
  return fill(path, colour, 0.85);
}

function yard(hand: Hand, sheet: Sheet, earth: Earth): Drawn {
  const [w, h] = [sheet.width, sheet.height];
  const corner = w * hand.between(0.38, 0.58);
  const [top, base] = [h * hand.between(0.12, 0.24), h * hand.between(0.66, 0.76)];
  const far = top + h * hand.between(0.04, 0.14);
  const floorLeft = h * hand.between(0.78, 0.86);
  const floorRight = h * hand.between(0.74, 0.82);
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
      [corner, top + h * hand.between(0.2, 0.34)],
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
  const door = corner * hand.between(0.24, 0.34);
  const doorX = corner * hand.between(0.28, 0.5);
  const doorBase = floorLeft + (base - floorLeft) * ((doorX + door / 2) / corner);
  const doorTall = Math.min(h * 0.42, door * hand.between(1.9, 2.6));
  svg +=
    fill(doorway(doorX - door * 0.16, doorBase, door * 1.1, doorTall * 1.06), darker(earth.shade, 0.62)) +
    fill(doorway(doorX + door * 0.14, doorBase, door * 0.8, doorTall * 0.95), mix(earth.floor, oklch(0.7, 0.13, 80), 0.6));
  svg += fill(
    polygon([
      [doorX + door * 0.14, doorBase],
      [doorX + door * 0.94, doorBase - 6],
      [doorX + door * 0.94, doorBase - doorTall * 0.5],
    ]),
    darker(earth.shade, 0.3),
    0.5,
  );
  if (hand.chance(0.8))
    svg += signs(hand, corner + (w - corner) * 0.5, top + h * hand.between(0.16, 0.26), Math.min(90, (w - corner) * 0.16), earth.trim);
  else
    for (let window = 0; window < 3; window += 1)
      svg += fill(
        box(corner + (w - corner) * (0.2 + window * 0.24), far + h * 0.14, (w - corner) * 0.1, h * 0.11),
        darker(earth.shade, 0.55),
      );
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
  if (hand.chance(0.7)) {
    const steps = hand.whole(4, 6);
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
  }
  const people = hand.whole(1, 2);
  for (let person = 0; person < people; person += 1)
    svg += figure(hand, w * hand.between(0.16, 0.62), h * hand.between(0.86, 0.93), h * hand.between(0.15, 0.21), [1.1, 0.22]);
  return {
    svg,
    alt: `A courtyard of earth walls, one side in sun and one in shadow, an arched doorway and ${people === 1 ? 'a person' : 'two people'} whose shadow lies long on the swept floor.`,
  };
}

function arches(hand: Hand, sheet: Sheet, earth: Earth): Drawn {
  const [w, h] = [sheet.width, sheet.height];
  const count = hand.whole(3, w > h ? 6 : 4);
  const base = h * 0.72;
  const top = h * hand.between(0.1, 0.2);
  const bay = w / count;
  let svg = `${fade('wall', [
    [0, lighter(earth.lit, 0.1)],
    [1, earth.lit],
  ])}${fill(box(0, top, w, base - top), 'url(#wall)')}${fill(box(0, top - 12, w, 14), lighter(earth.lit, 0.3))}${fill(box(0, base, w, h - base), earth.floor)}`;
  const slant = bay * hand.between(0.45, 0.8);
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
    svg += signs(hand, index * bay, top + (base - top) * 0.13, Math.min(bay * 0.13, 40), earth.trim);
  svg += figure(hand, w * hand.between(0.2, 0.8), h * hand.between(0.84, 0.92), h * 0.2, [0.8, 0.2]);
  return {
    svg,
    alt: `A gallery of ${count} arches in a plastered wall; bars of sun and shadow cross the floor, and one person walks through them.`,
  };
}

function tower(hand: Hand, sheet: Sheet, earth: Earth): Drawn {
  const [w, h] = [sheet.width, sheet.height];
  const base = h * 0.86;
  const towers = hand.whole(1, Math.max(1, Math.round(w / 600)));
  let svg = fill(box(0, base - 6, w, h), earth.floor);
  let sticks = 0;
  const wallTop = h * hand.between(0.56, 0.66);
  svg +=
    fill(
      polygon([
        [-10, wallTop],
        [w + 10, wallTop + 14],
        [w + 10, base],
        [-10, base],
      ]),
      earth.lit,
    ) +
    fill(
      polygon([
        [w * 0.52, wallTop + 8],
        [w + 10, wallTop + 14],
        [w + 10, base],
        [w * 0.6, base],
      ]),
      earth.shade,
      0.5,
    );
  for (let x = 0; x < w; x += 58)
    svg += fill(
      `M${x} ${wallTop + 14}C${x + 6} ${wallTop - 40} ${x + 22} ${wallTop - 52} ${x + 28} ${wallTop - 52}C${x + 34} ${wallTop - 52} ${x + 50} ${wallTop - 40} ${x + 56} ${wallTop + 14}Z`,
      mix(earth.lit, earth.shade, x > w * 0.52 ? 0.5 : 0.04),
    );
  for (let index = 0; index < towers; index += 1) {
    const x = (w * (index + 0.5)) / towers + hand.near(0, w * 0.06);
    const [wide, top] = [Math.min(w * 0.34, 330) * hand.between(0.85, 1.05), h * hand.between(0.1, 0.26)];
    const edge = (share: number, side: number): Point => [x + side * wide * (0.32 + 0.2 * share), top + (base - top) * share];
    svg +=
      fill(polygon([edge(0, -1), edge(0, 0.05), edge(1, 0.25), edge(1, -1)]), lighter(earth.lit, 0.07)) +
      fill(polygon([edge(0, 0.05), edge(0, 1), edge(1, 1), edge(1, 0.25)]), earth.shade);
    for (const part of [-0.7, 0, 0.7])
      svg += fill(
        `M${x + part * wide * 0.32 - 26} ${top + 8}C${x + part * wide * 0.32 - 20} ${top - 60} ${x + part * wide * 0.32 + 20} ${top - 60} ${x + part * wide * 0.32 + 26} ${top + 8}Z`,
        part > 0.3 ? earth.shade : earth.lit,
      );
    for (let row = 1; row < 7; row += 1)
      for (let column = -2; column <= 2; column += 1) {
        const [sx, sy] = edge(row / 8, column / 2.5);
        sticks += 1;
        svg +=
          fill(
            polygon([
              [sx, sy],
              [sx + 9, sy],
              [sx + 60, sy + 58],
              [sx + 52, sy + 62],
            ]),
            '#1c0d14',
            0.3,
          ) +
          fill(box(sx - 3, sy - 7, 30, 9), darker(earth.shade, 0.5)) +
          fill(disc(sx + 27, sy - 2.5, 5.5), lighter(earth.lit, 0.2));
      }
    svg += fill(doorway(x - wide * 0.08, base, wide * 0.2, h * 0.13), darker(earth.shade, 0.65));
  }
  for (let person = 0; person < hand.whole(1, 3); person += 1)
    svg += figure(hand, w * hand.between(0.1, 0.9), h * hand.between(0.9, 0.95), h * 0.1, [1.2, 0.2]);
  return {
    svg,
    alt: `An earthen mosque ${towers === 1 ? 'tower' : 'with its towers'} bristling with ${sticks} wooden beams, each with its slanting shadow, above a crenellated wall.`,
  };
}

function stairs(hand: Hand, sheet: Sheet, earth: Earth): Drawn {
  const [w, h] = [sheet.width, sheet.height];
  const flights = hand.whole(3, 4);
  let svg = fill(box(0, h * 0.1, w, h), earth.lit);
  let way = hand.pick([1, -1]);
  for (let flight = 0; flight < flights; flight += 1) {
    const top = h * (0.16 + (flight * 0.86) / flights);
    const tall = (h * 0.86) / flights;
    const steps = Math.round((w / 1000) * hand.whole(8, 11));
    const wall = mix(earth.lit, [earth.trim, earth.shade, earth.floor, earth.lit][flight % 4]!, 0.4);
    svg += fill(
      polygon([
        [0, top],
        [w, top],
        [w, h],
        [0, h],
      ]),
      wall,
    );
    for (let step = 0; step < steps; step += 1) {
      const x = (way === 1 ? step : steps - 1 - step) * (w / steps);
      const y = top + (step / steps) * tall;
      svg +=
        fill(box(x, y, w / steps + 1, h - y), mix(wall, earth.shade, 0.66)) +
        fill(box(x, y, w / steps + 1, (tall / steps) * 0.62), lighter(earth.floor, 0.2));
      svg += fill(
        polygon([
          [x, y],
          [x + (w / steps) * 0.5, y],
          [x, y + (tall / steps) * 0.62],
        ]),
        '#1c0d14',
        0.28,
      );
    }
    if (hand.chance(0.75))
      svg += figure(hand, w * hand.between(0.25, 0.75), top + tall * hand.between(0.42, 0.6), h * 0.11, [way * 0.7, 0.5]);
    way = -way;
  }
  svg += fill(
    polygon([
      [0, 0],
      [w * hand.between(0.3, 0.6), 0],
      [0, h * hand.between(0.5, 0.9)],
    ]),
    '#1c0d14',
    0.22,
  );
  return {
    svg,
    alt: `Flights of outdoor stairs turning back on one another, sun on every tread and shadow on every riser${flights > 3 ? ', people climbing' : ''}.`,
  };
}
