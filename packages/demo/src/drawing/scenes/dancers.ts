import type { Random } from '../../random.ts';
import { darker, lighter, mix, oklch } from '../colour.ts';
import type { Scene, Sheet } from '../draw-image.ts';
import { brush, curve, disc, type Point } from '../lines.ts';
import { fill, line, type Paint } from '../svg.ts';

/** People moving: skirts that open ('skirts'), raffia that shakes ('raffia'), a circle from above ('circle'). */
export const dancers: Paint = (random, sheet, mood) => (mood === 'circle' ? ring(random, sheet) : row(random, sheet, mood === 'raffia'));

const skins = [oklch(0.22, 0.035, 40), oklch(0.27, 0.045, 42), oklch(0.19, 0.025, 35)];
const cloths = [
  oklch(0.58, 0.18, 32),
  oklch(0.4, 0.14, 264),
  oklch(0.44, 0.09, 160),
  oklch(0.76, 0.14, 80),
  oklch(0.5, 0.15, 355),
  oklch(0.92, 0.03, 85),
];

function row(random: Random, sheet: Sheet, raffia: boolean): Scene {
  const [w, h] = [sheet.width, sheet.height];
  const wall = random.pick([
    oklch(0.8, 0.1, 78),
    oklch(0.68, 0.12, 50),
    oklch(0.86, 0.05, 85),
    oklch(0.36, 0.09, 268),
    oklch(0.55, 0.13, 36),
  ]);
  const floor = darker(mix(wall, oklch(0.6, 0.1, 55), 0.4), 0.16);
  const ground = h * random.between(0.82, 0.88);
  const count = Math.max(1, Math.round(w / random.between(400, 560)));
  let shadows = '';
  let svg = '';
  const colours = random.shuffle(cloths.filter((cloth) => cloth !== wall));
  for (let index = 0; index < count; index += 1) {
    const x = (w * (index + 0.5)) / count + random.near(0, 24);
    const tall = Math.min(h * 0.66, (w / count) * 1.5) * random.between(0.9, 1.06);
    const y = ground + h * random.between(0, 0.06) - (random.chance(0.4) ? tall * 0.06 : 0);
    const body = dancer(random.child(`dancer ${index}`), x, y, tall, colours[index % colours.length]!, raffia);
    shadows += `<g transform="translate(${tall * 0.13} ${tall * 0.05})" opacity="0.42">${dancer(random.child(`dancer ${index}`), x, y, tall, '#1c0a06', raffia, '#1c0a06')}</g>`;
    shadows += fill(disc(x + tall * 0.1, ground + h * 0.06, tall * 0.34, tall * 0.035), '#1c0a06', 0.6);
    svg += body;
  }
  let dust = '';
  for (let grain = 0; grain < 160; grain += 1)
    dust += fill(
      disc(random.between(0, w), random.near(ground + h * 0.05, h * 0.1), random.between(1, 4)),
      lighter(wall, 0.5),
      random.between(0.2, 0.6),
    );
  const step = fill(`M0 ${ground}H${w}V${h}H0Z`, floor);
  return {
    ground: wall,
    layers: [{ svg: step }, { svg: shadows, blur: 9 }, { svg: svg }, { svg: dust }],
    alt: `${count === 1 ? 'One dancer' : `${count} dancers`} against a plain wall, arms raised, ${raffia ? 'raffia skirts and anklets shaking' : 'pleated skirts flaring'}, each with a soft shadow behind.`,
    surface: { grain: 1, mottle: 0.28, vignette: 0.34, light: [-1, -1, 0.2] },
  };
}

/** One body from the feet up; `flat` draws it in one colour, as its shadow. */
function dancer(random: Random, x: number, y: number, tall: number, cloth: string, raffia: boolean, flat?: string): string {
  const skin = flat ?? random.pick(skins);
  const at = (dx: number, dy: number): Point => [x + dx * tall, y - dy * tall];
  const lean = random.near(0, 0.07);
  const limb = (points: Point[], width: number): string => fill(brush(random, points, width * tall, { taper: 0.35, tremble: 0.05 }), skin);
  const kick = random.near(0, 0.14);
  let svg =
    limb([at(-0.05, 0.36), at(-0.1 - kick * 0.3, 0.2), at(-0.09 + kick, 0.02), at(-0.15 + kick, 0)], 0.055) +
    limb([at(0.05, 0.36), at(0.12 + kick * 0.6, 0.22), at(0.1 + kick * 0.3, 0.05), at(0.17 + kick * 0.3, 0.045)], 0.055);
  const [left, right] = [random.between(-0.1, 0.22), random.between(-0.1, 0.22)];
  svg +=
    limb(
      [
        at(lean - 0.07, 0.73),
        at(lean - 0.2, 0.66 + left * 0.2),
        at(lean - 0.25, 0.78 + left),
        at(lean - 0.2 - left * 0.2, 0.93 + left * 0.4),
      ],
      0.045,
    ) +
    limb(
      [
        at(lean + 0.07, 0.73),
        at(lean + 0.21, 0.68 + right * 0.2),
        at(lean + 0.28, 0.8 + right),
        at(lean + 0.22 + right * 0.3, 0.95 + right * 0.4),
      ],
      0.045,
    );
  svg += skirt(random, at, lean, cloth, raffia, flat);
  svg += fill(
    curve([
      at(lean - 0.085, 0.75),
      at(lean, 0.765),
      at(lean + 0.085, 0.75),
      at(lean + 0.065, 0.62),
      at(lean * 0.6 + 0.062, 0.53),
      at(lean * 0.6 - 0.062, 0.53),
      at(lean - 0.065, 0.62),
    ]),
    flat ?? (raffia ? skin : cloth),
  );
  const head = at(lean * 1.5 + random.near(0, 0.02), 0.86);
  svg += limb([at(lean, 0.74), at(lean * 1.2, 0.79), head], 0.05) + fill(disc(head[0], head[1], tall * 0.052, tall * 0.064), skin);
  svg += fill(
    disc(head[0] + lean * 20, head[1] - tall * 0.045, tall * 0.072, tall * 0.034),
    flat ?? (raffia ? oklch(0.62, 0.18, 32) : lighter(cloth, 0.3)),
  );
  if (flat === undefined)
    for (let bead = -3; bead <= 3; bead += 1)
      svg += fill(
        disc(x + (lean + bead * 0.016) * tall, y - (0.755 - Math.abs(bead) * -0.004) * tall + 6 - bead * bead * 0.7, tall * 0.0085),
        oklch(0.93, 0.05, 90),
      );
  return svg;
}

function skirt(random: Random, at: (dx: number, dy: number) => Point, lean: number, cloth: string, raffia: boolean, flat?: string): string {
  const hem = random.between(0.2, 0.3);
  const swing = random.near(0, 0.08);
  const top = (share: number): Point => at(lean * 0.6 + (share - 0.5) * 0.12, 0.54);
  const bottom = (share: number): Point =>
    at(swing + (share - 0.5) * 2 * hem, 0.2 + 0.05 * Math.sin(share * 9 + hem * 20) - 0.05 * Math.sin(share * Math.PI));
  let svg = '';
  if (!raffia) {
    svg += fill(
      curve([
        top(0),
        at(-0.11 + swing * 0.4, 0.42),
        bottom(0),
        bottom(0.25),
        bottom(0.5),
        bottom(0.75),
        bottom(1),
        at(0.11 + swing * 0.4, 0.42),
        top(1),
      ]),
      flat ?? cloth,
    );
    for (let pleat = 1; pleat < 10; pleat += 1)
      svg += line(
        curve([top(pleat / 10), at(swing * 0.5 + (pleat / 10 - 0.5) * 1.2 * hem, 0.38), bottom(pleat / 10)], false),
        flat ?? (pleat % 2 === 0 ? lighter(cloth, 0.55) : darker(cloth, 0.3)),
        pleat % 2 === 0 ? 3.2 : 6,
        0.8,
      );
    return svg;
  }
  svg += fill(
    curve([top(0), at(-0.16 + swing, 0.4), bottom(0), bottom(0.5), bottom(1), at(0.16 + swing, 0.4), top(1)]),
    flat ?? darker(oklch(0.7, 0.1, 80), 0.35),
  );
  for (let strand = 0; strand < 46; strand += 1) {
    const share = random.next();
    svg += line(
      curve(
        [
          top(share),
          at(swing * 0.6 + (share - 0.5) * 1.7 * hem, 0.38),
          [bottom(share)[0] + random.near(0, 12), bottom(share)[1] + random.near(0, 20)],
        ],
        false,
      ),
      flat ?? mix(oklch(0.8, 0.1, 85), oklch(0.55, 0.1, 65), random.next()),
      random.between(2.5, 5),
    );
  }
  return svg;
}

/** A ring of dancers from the roof: what the drummers see is skirts, what the roof sees is flowers. */
function ring(random: Random, sheet: Sheet): Scene {
  const [w, h] = [sheet.width, sheet.height];
  const ground = random.pick([oklch(0.7, 0.09, 60), oklch(0.6, 0.1, 45), oklch(0.8, 0.06, 80)]);
  const [cx, cy] = [w / 2, h / 2];
  let shadows = '';
  let svg = '';
  let count = 0;
  for (const [reach, size] of [
    [0.4, 74],
    [0.2, 62],
  ] as const) {
    const radius = Math.min(w, h) * reach;
    const across = radius * (w > h * 1.2 && reach > 0.3 ? 1.35 : 1);
    const seats = Math.round((Math.PI * (across + radius)) / (size * 2.25));
    for (let seat = 0; seat < seats; seat += 1) {
      const angle = (seat / seats) * 2 * Math.PI + random.near(0, 0.05);
      const [x, y] = [cx + Math.cos(angle) * across, cy + Math.sin(angle) * radius];
      const cloth = cloths[(seat + (reach > 0.3 ? 0 : 2)) % (reach > 0.3 ? 5 : 6)]!;
      const skirt: Point[] = Array.from({ length: 22 }, (_, fold) => [
        x + Math.cos(fold * 0.2856) * size * (fold % 2 === 0 ? 1 : 0.86) * random.near(1, 0.05),
        y + Math.sin(fold * 0.2856) * size * (fold % 2 === 0 ? 1 : 0.86) * random.near(1, 0.05),
      ]);
      shadows += fill(curve(skirt.map(([px, py]) => [px + 34, py + 40])), '#1c0a06', 0.55);
      svg += fill(curve(skirt), cloth);
      for (const [fold, [px, py]] of skirt.entries())
        svg += line(`M${x} ${y}L${px} ${py}`, fold % 2 === 0 ? lighter(cloth, 0.4) : darker(cloth, 0.4), 3.4, 0.5);
      svg +=
        fill(
          brush(
            random,
            [
              [x - size * 0.7 * Math.sin(angle), y + size * 0.7 * Math.cos(angle)],
              [x, y],
              [x + size * 0.7 * Math.sin(angle), y - size * 0.7 * Math.cos(angle)],
            ],
            15,
            { taper: 0.3 },
          ),
          random.pick(skins),
        ) +
        fill(disc(x, y, size * 0.29), lighter(cloth, 0.5)) +
        fill(disc(x, y, size * 0.2), darker(cloth, 0.15));
      count += 1;
    }
  }
  let marks = '';
  for (let mark = 0; mark < 240; mark += 1)
    marks += fill(disc(random.between(0, w), random.between(0, h), random.between(2, 9), random.between(1, 4)), darker(ground, 0.4), 0.18);
  return {
    ground,
    layers: [{ svg: marks }, { svg: shadows, blur: 11 }, { svg }],
    alt: `Seen from above, ${count} dancers turn in two circles on bare ground, their skirts open like flowers.`,
    surface: { grain: 1, mottle: 0.3, vignette: 0.34, light: [-1, -1, 0.18] },
  };
}
