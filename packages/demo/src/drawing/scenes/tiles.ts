import { darker, oklch } from '../colour.ts';
import { box, polygon, type Point } from '../lines.ts';
import { fill, line, type Paint } from '../svg.ts';

/** Eight-pointed stars and the crosses between them. */
export const tiles: Paint = (random, sheet) => {
  const glaze = random.shuffle([
    oklch(0.42, 0.12, 258),
    oklch(0.56, 0.1, 195),
    oklch(0.48, 0.09, 155),
    oklch(0.74, 0.13, 80),
    oklch(0.52, 0.13, 40),
  ]);
  const grout = oklch(0.9, 0.02, 90);
  const across = random.whole(4, 7);
  const cell = 1000 / across;
  const star = (x: number, y: number, radius: number, points: number, inner: number): string =>
    polygon(
      Array.from({ length: points * 2 }, (_, corner): Point => [
        x + Math.cos((corner * Math.PI) / points) * radius * (corner % 2 === 0 ? 1 : inner),
        y + Math.sin((corner * Math.PI) / points) * radius * (corner % 2 === 0 ? 1 : inner),
      ]),
    );
  let svg = '';
  for (let row = 0; row <= sheet.height / cell; row += 1)
    for (let column = 0; column <= sheet.width / cell; column += 1) {
      const [x, y] = [(column + 0.5) * cell, (row + 0.5) * cell];
      const tint = (colour: string): string => darker(colour, random.between(0, 0.16));
      const first = tint(glaze[(row + column) % 2]!);
      svg +=
        fill(star(x, y, cell * 0.5, 8, 0.765), first) +
        fill(star(x, y, cell * 0.38, 8, 0.765), grout) +
        fill(star(x, y, cell * 0.35, 8, 0.6), tint(glaze[2]!)) +
        fill(star(x, y, cell * 0.19, 8, 0.6), grout) +
        fill(star(x, y, cell * 0.15, 8, 0.7), tint(glaze[3]!));
      const [cx, cy] = [column * cell, row * cell];
      svg += fill(star(cx, cy, cell * 0.27, 4, 0.62), tint(glaze[4]!)) + fill(star(cx, cy, cell * 0.15, 4, 0.5), grout);
    }
  const sun = fill(
    polygon([
      [sheet.width * 0.2, 0],
      [sheet.width * 0.75, 0],
      [sheet.width * 0.45, sheet.height],
      [-sheet.width * 0.1, sheet.height],
    ]),
    '#fff4d0',
    0.75,
  );
  return {
    ground: grout,
    layers: [{ svg }, { svg: sun, blur: 16, blend: 'soft-light' }],
    alt: `A wall of glazed tiles: eight-pointed stars joined by crosses, ${across} across, a band of sunlight falling over them.`,
    surface: { grain: 0.9, mottle: 0.2, vignette: 0.36 },
  };
};

/** Translucent scraps sewn into one cloth, against the light. */
export const patches: Paint = (random, sheet) => {
  const hue = random.between(0, 360);
  const light = oklch(0.93, 0.02, 90);
  let svg = '';
  let seams = '';
  const cut = (x: number, y: number, w: number, h: number, depth: number): void => {
    if (depth < 2 || (Math.max(w, h) > 150 && random.chance(0.88))) {
      const share = random.between(0.28, 0.72);
      if (w > h * random.between(0.7, 1.3)) {
        cut(x, y, w * share, h, depth + 1);
        cut(x + w * share, y, w * (1 - share), h, depth + 1);
      } else {
        cut(x, y, w, h * share, depth + 1);
        cut(x, y + h * share, w, h * (1 - share), depth + 1);
      }
      return;
    }
    const colour = oklch(random.between(0.5, 0.94), random.chance(0.3) ? 0.14 : 0.06, hue + random.pick([0, 0, 28, 60, 180]));
    svg += fill(box(x, y, w, h), colour, random.between(0.6, 0.95));
    for (let thread = 0; thread < 6; thread += 1) svg += line(`M${x + random.between(0, w)} ${y}v${h}`, darker(colour, 0.3), 1, 0.16);
    seams +=
      line(box(x, y, w, h), darker(colour, 0.45), 5, 0.55) +
      line(box(x + 5, y + 5, w - 10, h - 10), darker(colour, 0.4), 1.4, 0.5, ' stroke-dasharray="7 5"');
  };
  cut(0, 0, sheet.width, sheet.height, 0);
  const rays = fill(
    polygon([
      [sheet.width * 0.1, 0],
      [sheet.width * 0.5, 0],
      [sheet.width * 0.9, sheet.height],
      [sheet.width * 0.4, sheet.height],
    ]),
    '#ffffff',
    0.8,
  );
  return {
    ground: light,
    layers: [{ svg }, { svg: seams }, { svg: rays, blur: 80, blend: 'soft-light' }],
    alt: 'Scraps of thin cloth pieced into one large panel with felled seams, daylight showing through them.',
    surface: { cloth: 0.8, rib: 2.6, grain: 0.6, mottle: 0.16, vignette: 0.2 },
  };
};
