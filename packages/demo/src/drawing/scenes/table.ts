import type { Random } from '../../random.ts';
import { darker, lighter, mix, oklch } from '../colour.ts';
import type { Sheet } from '../draw-image.ts';
import { arc, blob, box, brush, curve, disc, polygon, type Point } from '../lines.ts';
import { clip, fill, glow, line, scatter, type Paint } from '../svg.ts';

/** Food from above: bowls and plates on a cloth, hands not yet washed. 'rice', 'stew', 'flatbread', 'fruit'. */
export const table: Paint = (random, sheet, mood) => {
  const cloth = random.pick([
    oklch(0.42, 0.1, 264),
    oklch(0.6, 0.13, 40),
    oklch(0.86, 0.04, 85),
    oklch(0.36, 0.05, 150),
    oklch(0.74, 0.11, 82),
    oklch(0.32, 0.04, 45),
  ]);
  const size = Math.min(sheet.width, sheet.height);
  const wide = sheet.width > sheet.height * 1.25;
  const main: [number, number, number] = wide
    ? [sheet.width * 0.36, sheet.height * 0.52, size * 0.37]
    : [sheet.width * 0.48, sheet.height * 0.54, size * 0.38];
  const served = { rice, stew, flatbread, fruit }[mood] ?? stew;
  const dishes: [number, number, number, Dish][] = [[...main, served]];
  const sides = random.shuffle([stew, rice, sauce, fruit, sauce]);
  for (const [index, [x, y]] of scatter(random, sheet, size * 0.3, size * 0.02, 14).entries()) {
    const radius = size * random.between(0.11, 0.19);
    if (dishes.every(([dx, dy, dr]) => Math.hypot(dx - x, dy - y) > dr + radius + 14))
      dishes.push([x, y, radius, sides[index % sides.length]!]);
  }
  let shadows = '';
  let svg = glow(
    'rim',
    [
      [0, '#ffffff', 0.34],
      [0.6, '#ffffff', 0],
      [1, '#000000', 0.3],
    ],
    [0.36, 0.32, 0.75],
  );
  for (const [index, [x, y, radius, dish]] of dishes.entries()) {
    shadows += fill(disc(x + radius * 0.13, y + radius * 0.16, radius * 1.02), '#0d0505', 0.66);
    svg += plate(random, `d${index}`, x, y, radius, dish);
  }
  const name =
    {
      rice: 'red rice with peppers and leaves',
      stew: 'a deep red stew',
      flatbread: 'a wide flatbread set with small heaps of stews',
      fruit: 'cut fruit',
    }[mood] ?? 'a deep red stew';
  return {
    ground: cloth,
    layers: [{ svg: weft(random, sheet, cloth) }, { svg: shadows, blur: 13 }, { svg: svg }],
    alt: `A table from above: a large bowl of ${name} among ${dishes.length - 1} smaller dishes on a checked cloth.`,
    surface: { grain: 0.8, mottle: 0.2, vignette: 0.34, light: [-1, -1, 0.2] },
  };
};

function plate(random: Random, name: string, x: number, y: number, radius: number, dish: Dish): string {
  const glaze = random.pick([
    oklch(0.93, 0.015, 90),
    oklch(0.45, 0.09, 40),
    oklch(0.3, 0.03, 45),
    oklch(0.5, 0.1, 255),
    oklch(0.62, 0.06, 190),
  ]);
  const rim =
    fill(disc(x, y, radius), glaze) +
    fill(disc(x, y, radius), 'url(#rim)') +
    line(
      disc(x, y, radius * 0.94),
      darker(glaze, 0.3),
      radius * 0.02,
      0.6,
      random.chance(0.5) ? ` stroke-dasharray="${radius * 0.07} ${radius * 0.05}"` : '',
    ) +
    fill(disc(x, y, radius * 0.84), darker(glaze, 0.35));
  return (
    rim +
    clip(
      name,
      disc(x, y, radius * 0.82),
      dish(random, x, y, radius * 0.84) + line(disc(x + radius * 0.05, y + radius * 0.05, radius * 0.85), '#0d0505', radius * 0.1, 0.35),
    )
  );
}

type Dish = (random: Random, x: number, y: number, radius: number) => string;

function weft(random: Random, sheet: Sheet, cloth: string): string {
  let svg = '';
  const step = random.between(60, 120);
  const stripe = random.chance(0.5) ? lighter(cloth, 0.3) : darker(cloth, 0.4);
  for (let x = random.between(-step, 0); x < sheet.width; x += step)
    svg +=
      fill(box(x, 0, step * 0.42, sheet.height), stripe, 0.4) + fill(box(x + step * 0.6, 0, 5, sheet.height), lighter(cloth, 0.5), 0.5);
  for (let y = random.between(-step, 0); y < sheet.height; y += step)
    svg += fill(box(0, y, sheet.width, step * 0.42), stripe, 0.4) + fill(box(0, y + step * 0.6, sheet.width, 5), lighter(cloth, 0.5), 0.4);
  return svg;
}

const leaf = (random: Random, x: number, y: number, long: number): string => {
  const angle = random.between(0, 6.3);
  const green = oklch(random.between(0.42, 0.6), 0.12, random.between(130, 145));
  const [dx, dy] = [Math.cos(angle) * long, Math.sin(angle) * long];
  return (
    fill(
      curve([
        [x, y],
        [x + dx * 0.5 - dy * 0.28, y + dy * 0.5 + dx * 0.28],
        [x + dx, y + dy],
        [x + dx * 0.5 + dy * 0.28, y + dy * 0.5 - dx * 0.28],
      ]),
      green,
    ) + line(`M${x} ${y}l${dx} ${dy}`, lighter(green, 0.4), 1.6, 0.7)
  );
};

const within = (random: Random, x: number, y: number, radius: number): Point => {
  const [angle, reach] = [random.between(0, 6.2832), radius * Math.sqrt(random.next())];
  return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
};

const rice: Dish = (random, x, y, radius) => {
  const hue = random.pick([42, 48, 75]);
  let svg = fill(disc(x, y, radius), oklch(0.5, 0.13, hue));
  for (let grain = 0; grain < radius * 4.2; grain += 1) {
    const [gx, gy] = within(random, x, y, radius);
    const angle = random.between(0, 3.14);
    svg += line(
      `M${gx.toFixed(1)} ${gy.toFixed(1)}l${(Math.cos(angle) * 9).toFixed(1)} ${(Math.sin(angle) * 9).toFixed(1)}`,
      oklch(random.between(0.5, 0.8), random.between(0.1, 0.15), hue + random.near(4, 10)),
      4.2,
    );
  }
  for (let piece = 0; piece < radius / 13; piece += 1) {
    const [px, py] = within(random, x, y, radius * 0.75);
    svg += random.chance(0.5)
      ? leaf(random, px, py, random.between(22, 44))
      : line(curve(arc(px, py, random.between(14, 26), 0.4, 3.4), false), oklch(0.56, 0.19, 30), 8) +
        line(curve(arc(px - 1, py - 2, 20, 1, 2.4), false), '#ffffff', 2, 0.5);
  }
  return svg;
};

const stew: Dish = (random, x, y, radius) => {
  const sauceColour = random.pick([oklch(0.45, 0.14, 38), oklch(0.56, 0.13, 62), oklch(0.38, 0.08, 125), oklch(0.36, 0.1, 35)]);
  let svg = fill(disc(x, y, radius), sauceColour);
  for (let swirl = 0; swirl < 26; swirl += 1) {
    const [sx, sy] = within(random, x, y, radius * 0.9);
    svg += fill(
      blob(random, sx, sy, random.between(8, radius * 0.16), 0.35),
      mix(sauceColour, random.pick(['#ffd080', '#2a0a04', '#e06a20']), 0.35),
      0.7,
    );
  }
  for (let chunk = 0; chunk < radius / 24; chunk += 1) {
    const [cx, cy] = within(random, x, y, radius * 0.72);
    const meat = random.pick([oklch(0.36, 0.06, 45), oklch(0.82, 0.06, 88), oklch(0.5, 0.1, 50)]);
    const r = random.between(20, 38);
    svg +=
      fill(blob(random, cx + 5, cy + 7, r, 0.2), '#160604', 0.5) +
      fill(blob(random, cx, cy, r, 0.2), meat) +
      fill(blob(random, cx - r * 0.25, cy - r * 0.3, r * 0.45, 0.3), lighter(meat, 0.35), 0.6);
  }
  for (let drop = 0; drop < radius / 4; drop += 1) {
    const [dx, dy] = within(random, x, y, radius * 0.92);
    svg += fill(disc(dx, dy, random.between(2, 7)), oklch(0.72, 0.17, 60), 0.75) + fill(disc(dx - 1.5, dy - 1.5, 1.4), '#ffffff', 0.7);
  }
  for (let green = 0; green < 9; green += 1) svg += leaf(random, ...within(random, x, y, radius * 0.8), random.between(14, 34));
  return svg;
};

const sauce: Dish = (random, x, y, radius) => {
  const colour = random.pick([oklch(0.5, 0.17, 32), oklch(0.86, 0.06, 95), oklch(0.5, 0.1, 135), oklch(0.3, 0.06, 40)]);
  let svg =
    fill(disc(x, y, radius), colour) + fill(brush(random, arc(x, y, radius * 0.5, 0, 4.6), radius * 0.2), lighter(colour, 0.25), 0.6);
  for (let seed = 0; seed < 30; seed += 1)
    svg += fill(
      disc(...within(random, x, y, radius * 0.85), random.between(1.5, 4)),
      random.pick([lighter(colour, 0.6), darker(colour, 0.5)]),
    );
  return svg;
};

const flatbread: Dish = (random, x, y, radius) => {
  const crumb = oklch(0.74, 0.045, 70);
  let svg = fill(disc(x, y, radius), crumb);
  for (let eye = 0; eye < radius * 2; eye += 1)
    svg += fill(disc(...within(random, x, y, radius), random.between(1.4, 4)), darker(crumb, random.between(0.2, 0.5)), 0.8);
  const heaps = random.whole(5, 7);
  for (let heap = 0; heap <= heaps; heap += 1) {
    const angle = (heap / heaps) * 2 * Math.PI;
    const reach = heap === heaps ? 0 : radius * 0.56;
    const [hx, hy] = [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
    const colour = [
      oklch(0.46, 0.14, 35),
      oklch(0.72, 0.14, 82),
      oklch(0.42, 0.09, 135),
      oklch(0.5, 0.15, 28),
      oklch(0.62, 0.12, 60),
      oklch(0.88, 0.03, 90),
    ][heap % 6]!;
    svg +=
      fill(blob(random, hx + 4, hy + 5, radius * 0.19, 0.14), '#160604', 0.35) + fill(blob(random, hx, hy, radius * 0.19, 0.16), colour);
    for (let bit = 0; bit < 26; bit += 1)
      svg += fill(
        blob(random, ...within(random, hx, hy, radius * 0.16), random.between(3, 9), 0.3, 6),
        mix(colour, random.pick(['#fff0c0', '#200804', '#c04818']), 0.4),
        0.8,
      );
  }
  return svg;
};

const fruit: Dish = (random, x, y, radius) => {
  let svg = fill(disc(x, y, radius), oklch(0.88, 0.03, 90));
  const flesh = random.pick([oklch(0.75, 0.16, 60), oklch(0.62, 0.19, 25), oklch(0.84, 0.15, 95)]);
  for (let piece = 0; piece < 14; piece += 1) {
    const [px, py] = within(random, x, y, radius * 0.72);
    const r = radius * random.between(0.24, 0.34);
    const turn = random.between(0, 6);
    const half = curve(arc(px, py, r, turn, turn + Math.PI), false);
    svg +=
      fill(half, '#160604', 0.25) +
      fill(`${half}Z`, flesh) +
      line(half, oklch(0.5, 0.12, 140), r * 0.16) +
      line(curve(arc(px, py, r * 0.88, turn, turn + Math.PI), false), lighter(flesh, 0.7), r * 0.1);
    for (let seed = 1; seed < 6; seed += 1)
      svg += fill(
        disc(px + Math.cos(turn + seed * 0.52) * r * 0.52, py + Math.sin(turn + seed * 0.52) * r * 0.52, r * 0.06),
        '#1a0c08',
        0.85,
      );
  }
  return (
    svg +
    leaf(random, x, y, radius * 0.3) +
    leaf(random, x + 8, y, radius * 0.26) +
    fill(
      polygon([
        [x, y],
        [x + 4, y - 6],
        [x + 8, y],
      ]),
      '#1a0c08',
      0.2,
    )
  );
};
