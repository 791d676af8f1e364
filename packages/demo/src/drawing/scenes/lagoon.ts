import type { Random } from '../../random.ts';
import { lighter, mix, oklch } from '../colour.ts';
import type { Sheet } from '../draw-image.ts';
import { box, disc, polygon, wave, curve } from '../lines.ts';
import { fade, fill, glow, line, type Paint } from '../svg.ts';

interface Hour {
  name: string;
  sky: [string, string, string];
  water: [string, string];
  orb: string;
  dark: string;
  lights: boolean;
}

const hours = {
  night: {
    name: 'at night under a full moon',
    sky: [oklch(0.2, 0.08, 270), oklch(0.3, 0.09, 268), oklch(0.46, 0.08, 262)],
    water: [oklch(0.4, 0.09, 265), oklch(0.17, 0.07, 272)],
    orb: oklch(0.94, 0.04, 90),
    dark: oklch(0.14, 0.05, 275),
    lights: true,
  },
  dawn: {
    name: 'at first light',
    sky: [oklch(0.62, 0.08, 265), oklch(0.78, 0.07, 20), oklch(0.9, 0.07, 75)],
    water: [oklch(0.84, 0.06, 55), oklch(0.5, 0.07, 260)],
    orb: oklch(0.95, 0.07, 85),
    dark: oklch(0.3, 0.05, 280),
    lights: false,
  },
  dusk: {
    name: 'at sunset',
    sky: [oklch(0.34, 0.1, 285), oklch(0.58, 0.16, 25), oklch(0.82, 0.14, 70)],
    water: [oklch(0.72, 0.14, 55), oklch(0.26, 0.08, 290)],
    orb: oklch(0.92, 0.12, 85),
    dark: oklch(0.17, 0.05, 300),
    lights: true,
  },
  rain: {
    name: 'in the rains',
    sky: [oklch(0.46, 0.03, 240), oklch(0.6, 0.03, 230), oklch(0.74, 0.025, 220)],
    water: [oklch(0.62, 0.035, 200), oklch(0.36, 0.04, 220)],
    orb: oklch(0.8, 0.02, 220),
    dark: oklch(0.24, 0.025, 240),
    lights: false,
  },
  noon: {
    name: 'at noon',
    sky: [oklch(0.58, 0.12, 248), oklch(0.74, 0.09, 230), oklch(0.9, 0.04, 205)],
    water: [oklch(0.8, 0.09, 195), oklch(0.5, 0.11, 225)],
    orb: oklch(0.99, 0.02, 100),
    dark: oklch(0.28, 0.05, 260),
    lights: false,
  },
} satisfies Record<string, Hour>;

/** Water, and those who live on it: 'night', 'dusk stilts', 'noon dhow' … */
export const lagoon: Paint = (random, sheet, mood) => {
  const [first = 'night', second = 'canoe'] = mood.split(' ');
  const hour: Hour = hours[first as keyof typeof hours] ?? hours.night;
  const [w, h] = [sheet.width, sheet.height];
  const horizon = h * random.between(0.38, 0.5);
  const orb = {
    x: w * random.between(0.2, 0.8),
    y: horizon * random.between(0.3, first === 'night' ? 0.55 : 0.9),
    radius: random.between(38, 68),
  };
  let back = `${fade('sky', [
    [0, hour.sky[0]],
    [0.6, hour.sky[1]],
    [1, hour.sky[2]],
  ])}${fill(box(0, 0, w, horizon + 2), 'url(#sky)')}${fade('water', [
    [0, hour.water[0]],
    [1, hour.water[1]],
  ])}${fill(box(0, horizon, w, h - horizon), 'url(#water)')}`;
  if (first === 'night')
    for (let star = 0; star < 70; star += 1)
      back += fill(
        disc(random.between(0, w), random.between(0, horizon * 0.8), random.between(0.6, 1.9)),
        '#fff8e0',
        random.between(0.2, 0.8),
      );
  const clouds = cloud(random, w, horizon, hour);
  const halo = `${glow('halo', [
    [0, hour.orb, 0.75],
    [0.4, hour.orb, 0.25],
    [1, hour.orb, 0],
  ])}${fill(disc(orb.x, orb.y, orb.radius * 6), 'url(#halo)')}`;
  const sun = first === 'rain' ? '' : halo + fill(disc(orb.x, orb.y, orb.radius), hour.orb);
  const boats =
    second === 'dhow'
      ? dhows(random, sheet, horizon, hour)
      : second === 'stilts'
        ? stilts(random, sheet, horizon, hour)
        : canoes(random, sheet, horizon, hour);
  const shore = second === 'dhow' ? '' : skyline(random, w, horizon, hour);
  const things =
    { dhow: 'dhows under slanting sails', stilts: 'houses on stilts and a canoe passing', canoe: 'canoes with their paddlers standing' }[
      second
    ] ?? 'canoes with their paddlers standing';
  return {
    ground: hour.sky[0],
    layers: [
      { svg: back },
      { svg: clouds, blur: 12 },
      { svg: sun },
      { svg: shore },
      { svg: glitter(random, sheet, horizon, hour, orb.x) },
      { svg: boats },
      ...(first === 'rain' ? [{ svg: rain(random, sheet) }] : []),
    ],
    alt: `Open water ${hour.name}: ${things}${second === 'dhow' ? '' : ', a low city along the horizon'}.`,
    surface: { grain: 1, mottle: 0.1, vignette: 0.4 },
  };
};

function cloud(random: Random, w: number, horizon: number, hour: Hour): string {
  let svg = '';
  for (let band = 0; band < 16; band += 1)
    svg += fill(
      disc(random.between(0, w), random.between(horizon * 0.1, horizon), random.between(120, 460), random.between(5, 20)),
      random.chance(0.6) ? lighter(hour.sky[2], 0.2) : hour.sky[0],
      random.between(0.12, 0.4),
    );
  return svg;
}

function skyline(random: Random, w: number, horizon: number, hour: Hour): string {
  let svg = fill(box(0, horizon - 12, w, 16), hour.dark);
  for (let x = -20; x < w;) {
    const [wide, tall] = [random.between(24, 90), random.chance(0.12) ? random.between(60, 110) : random.between(14, 52)];
    svg += fill(box(x, horizon - tall, wide, tall + 3), mix(hour.dark, hour.sky[2], tall > 60 ? 0.18 : 0.08));
    if (hour.lights)
      for (let window = 0; window < wide / 9; window += 1)
        svg += random.chance(0.5)
          ? fill(box(x + random.between(3, wide - 5), horizon - random.between(8, tall - 4), 2.6, 3.4), oklch(0.85, 0.12, 80), 0.9)
          : '';
    x += wide * random.between(0.8, 1.5);
  }
  return svg;
}

/** Light broken on the water: short strokes, longer and further apart towards us. */
function glitter(random: Random, sheet: Sheet, horizon: number, hour: Hour, x: number): string {
  let svg = '';
  for (let stroke = 0; stroke < 520; stroke += 1) {
    const near = random.next() ** 1.6;
    const y = horizon + 6 + near * (sheet.height - horizon);
    const beneath = random.chance(0.4);
    const cx = beneath ? random.near(x, 50 + near * 130) : random.between(0, sheet.width);
    const long = random.between(10, 40) * (0.6 + near * 2.4);
    svg += line(
      `M${cx - long / 2} ${y}h${long}`,
      beneath ? hour.orb : random.chance(0.6) ? hour.sky[2] : hour.water[1],
      random.between(1, 2.2) * (0.8 + near * 2),
      beneath ? random.between(0.25, 0.8) : random.between(0.08, 0.3),
    );
  }
  return svg;
}

function canoes(random: Random, sheet: Sheet, horizon: number, hour: Hour): string {
  const count = random.whole(2, 4);
  let svg = '';
  for (let index = 0; index < count; index += 1) {
    const near = (index + 1) / count;
    const y = horizon + (sheet.height - horizon) * (0.1 + near * 0.58);
    svg += canoe(random, sheet.width * random.between(0.14, 0.86), y, 90 + near * 250, hour);
  }
  return svg;
}

function canoe(random: Random, x: number, y: number, long: number, hour: Hour): string {
  const skin = hour.dark;
  let svg = fill(disc(x, y + long * 0.09, long * 0.5, long * 0.035), hour.dark, 0.35);
  svg += fill(
    `M${x - long / 2} ${y - long * 0.05}C${x - long * 0.3} ${y + long * 0.07} ${x + long * 0.3} ${y + long * 0.07} ${x + long / 2} ${y - long * 0.05}C${x + long * 0.3} ${y + long * 0.02} ${x - long * 0.3} ${y + long * 0.02} ${x - long / 2} ${y - long * 0.05}Z`,
    skin,
  );
  const people = random.whole(1, 3);
  for (let person = 0; person < people; person += 1) {
    const px = x + long * ((person + 0.5) / people - 0.5) * 0.6;
    const tall = person === 0 ? long * 0.34 : long * random.between(0.16, 0.24);
    svg +=
      fill(
        `M${px - long * 0.045} ${y + long * 0.02}C${px - long * 0.05} ${y - tall * 0.5} ${px - long * 0.03} ${y - tall * 0.78} ${px} ${y - tall * 0.8}C${px + long * 0.035} ${y - tall * 0.78} ${px + long * 0.05} ${y - tall * 0.4} ${px + long * 0.05} ${y + long * 0.02}Z`,
        person === 0 ? skin : mix(skin, oklch(0.5, 0.12, 40), 0.35),
      ) + fill(disc(px, y - tall * 0.92, long * 0.034), skin);
    if (person === 0) svg += line(`M${px - long * 0.09} ${y - tall * 0.15}L${px + long * 0.15} ${y - tall * 1.35}`, skin, long * 0.014);
  }
  return svg;
}

function stilts(random: Random, sheet: Sheet, horizon: number, hour: Hour): string {
  let svg = '';
  for (const near of [0.12, 0.3, 0.55]) {
    const scale = 0.5 + near * 1.5;
    const y = horizon + (sheet.height - horizon) * near;
    for (let x = random.between(-80, 60); x < sheet.width; x += random.between(210, 420) * scale) {
      const [wide, tall] = [random.between(130, 190) * scale, random.between(70, 100) * scale];
      const wall = mix(
        hour.dark,
        random.pick([oklch(0.55, 0.1, 40), oklch(0.55, 0.08, 240), oklch(0.6, 0.1, 85), oklch(0.5, 0.07, 160)]),
        hour.lights ? 0.25 : 0.6,
      );
      for (let leg = 0; leg <= 4; leg += 1)
        svg += line(`M${x + (wide * leg) / 4} ${y - 4}l${random.near(0, 5)} ${tall * 0.9}`, hour.dark, 5 * scale);
      svg +=
        fill(disc(x + wide / 2, y + tall * 0.9, wide * 0.6, 9 * scale), hour.dark, 0.35) +
        fill(box(x, y - tall, wide, tall), wall) +
        fill(
          polygon([
            [x - 14 * scale, y - tall],
            [x + wide * 0.5, y - tall * 1.55],
            [x + wide + 14 * scale, y - tall],
          ]),
          mix(wall, hour.dark, 0.55),
        );
      svg +=
        fill(box(x + wide * 0.2, y - tall * 0.7, wide * 0.16, tall * 0.36), hour.lights ? oklch(0.84, 0.13, 78) : hour.dark, 0.9) +
        fill(box(x + wide * 0.6, y - tall * 0.72, wide * 0.2, tall * 0.72), hour.dark);
      for (let plank = 1; plank < 6; plank += 1) svg += line(`M${x + (wide * plank) / 6} ${y - tall}v${tall}`, hour.dark, 1.4, 0.35);
    }
  }
  return svg + canoe(random, sheet.width * random.between(0.3, 0.7), sheet.height * 0.88, 260, hour);
}

function dhows(random: Random, sheet: Sheet, horizon: number, hour: Hour): string {
  let svg = line(curve(wave(-20, horizon, sheet.width + 40, 2, 3), false), hour.dark, 3, 0.4);
  const count = random.whole(2, 4);
  for (let index = 0; index < count; index += 1) {
    const near = (index + 0.4) / count;
    const long = 90 + near * 260;
    const [x, y] = [sheet.width * random.between(0.15, 0.85), horizon + (sheet.height - horizon) * (0.04 + near * 0.56)];
    const sail = hour.lights
      ? mix(hour.dark, hour.sky[2], 0.3)
      : random.pick([oklch(0.95, 0.02, 90), oklch(0.9, 0.05, 80), oklch(0.62, 0.14, 40)]);
    svg += fill(disc(x, y + long * 0.09, long * 0.55, long * 0.04), hour.dark, 0.3);
    svg += fill(
      `M${x - long * 0.24} ${y - long * 0.1}L${x + long * 0.34} ${y - long * 1.05}C${x + long * 0.52} ${y - long * 0.6} ${x + long * 0.5} ${y - long * 0.3} ${x + long * 0.4} ${y - long * 0.06}C${x + long * 0.2} ${y - long * 0.12} ${x} ${y - long * 0.14} ${x - long * 0.24} ${y - long * 0.1}Z`,
      sail,
    );
    svg += fill(
      `M${x + long * 0.34} ${y - long * 1.05}C${x + long * 0.52} ${y - long * 0.6} ${x + long * 0.5} ${y - long * 0.3} ${x + long * 0.4} ${y - long * 0.06}C${x + long * 0.36} ${y - long * 0.4} ${x + long * 0.34} ${y - long * 0.7} ${x + long * 0.34} ${y - long * 1.05}Z`,
      hour.dark,
      0.22,
    );
    svg +=
      line(`M${x + long * 0.02} ${y + long * 0.02}L${x + long * 0.06} ${y - long * 0.62}`, hour.dark, long * 0.016) +
      line(`M${x - long * 0.26} ${y - long * 0.08}L${x + long * 0.36} ${y - long * 1.08}`, hour.dark, long * 0.014);
    svg += fill(
      `M${x - long * 0.5} ${y - long * 0.06}C${x - long * 0.3} ${y + long * 0.1} ${x + long * 0.3} ${y + long * 0.1} ${x + long * 0.56} ${y - long * 0.12}C${x + long * 0.3} ${y - long * 0.01} ${x - long * 0.2} ${y} ${x - long * 0.5} ${y - long * 0.06}Z`,
      hour.dark,
    );
    svg +=
      fill(disc(x + long * 0.3, y - long * 0.12, long * 0.03), hour.dark) +
      fill(box(x + long * 0.275, y - long * 0.1, long * 0.05, long * 0.1), hour.dark);
  }
  return svg;
}

function rain(random: Random, sheet: Sheet): string {
  let svg = '';
  for (let drop = 0; drop < 420; drop += 1)
    svg += line(
      `M${random.between(-50, sheet.width)} ${random.between(-40, sheet.height)}l${random.between(8, 14)} ${random.between(40, 80)}`,
      '#f2f6f8',
      random.between(0.8, 1.8),
      random.between(0.1, 0.4),
    );
  return svg;
}
