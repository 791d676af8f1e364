import type { Random } from '../../random.ts';
import { mix, oklch } from '../colour.ts';
import type { Layer, Sheet } from '../draw-image.ts';
import { box, curve, disc, type Point } from '../lines.ts';
import { fade, fill, glow, line, type Paint } from '../svg.ts';
import { acacia, baobab, ox, palm, pine } from './trees.ts';

interface Weather {
  words: string;
  sky: [string, string, string];
  far: string;
  near: string;
  orb: string | null;
}

const weathers = {
  sunset: {
    words: 'at sunset',
    sky: [oklch(0.34, 0.1, 290), oklch(0.6, 0.17, 25), oklch(0.84, 0.14, 72)],
    far: oklch(0.56, 0.13, 30),
    near: oklch(0.16, 0.04, 300),
    orb: oklch(0.93, 0.12, 88),
  },
  harmattan: {
    words: 'in harmattan haze',
    sky: [oklch(0.74, 0.05, 75), oklch(0.8, 0.06, 72), oklch(0.86, 0.06, 78)],
    far: oklch(0.74, 0.06, 70),
    near: oklch(0.32, 0.05, 50),
    orb: oklch(0.96, 0.05, 90),
  },
  morning: {
    words: 'in the morning',
    sky: [oklch(0.66, 0.09, 240), oklch(0.82, 0.05, 220), oklch(0.92, 0.04, 90)],
    far: oklch(0.72, 0.05, 230),
    near: oklch(0.34, 0.06, 150),
    orb: null,
  },
  mist: {
    words: 'in mist',
    sky: [oklch(0.76, 0.02, 230), oklch(0.86, 0.015, 200), oklch(0.92, 0.012, 120)],
    far: oklch(0.82, 0.015, 210),
    near: oklch(0.26, 0.03, 220),
    orb: null,
  },
  north: {
    words: 'under northern lights',
    sky: [oklch(0.15, 0.05, 265), oklch(0.24, 0.06, 230), oklch(0.34, 0.05, 200)],
    far: oklch(0.3, 0.04, 240),
    near: oklch(0.1, 0.02, 260),
    orb: null,
  },
} satisfies Record<string, Weather>;

/** Ridge behind ridge, and what stands on the nearest: 'sunset baobab', 'mist pine', 'north' … */
export const land: Paint = (random, sheet, mood) => {
  const [first = 'sunset', second = 'acacia'] = mood.split(' ');
  const weather: Weather = weathers[first as keyof typeof weathers] ?? weathers.sunset;
  const [w, h] = [sheet.width, sheet.height];
  const layers: Layer[] = [];
  let sky = `${fade('sky', [
    [0, weather.sky[0]],
    [0.55, weather.sky[1]],
    [0.9, weather.sky[2]],
  ])}${fill(box(0, 0, w, h), 'url(#sky)')}`;
  const [ox, oy] = [w * random.between(0.2, 0.8), h * random.between(0.3, 0.5)];
  if (first === 'north')
    for (let star = 0; star < 160; star += 1)
      sky += fill(disc(random.between(0, w), random.between(0, h * 0.7), random.between(0.5, 1.9)), '#f4faff', random.between(0.2, 0.9));
  layers.push({ svg: sky });
  if (first === 'north') layers.push({ svg: aurora(random, sheet), blur: 24, blend: 'screen' });
  else layers.push({ svg: clouds(random, sheet, weather), blur: 9 });
  if (weather.orb !== null)
    layers.push({
      svg: `${glow('halo', [
        [0, weather.orb, 0.9],
        [0.35, weather.orb, 0.3],
        [1, weather.orb, 0],
      ])}${fill(disc(ox, oy, 400), 'url(#halo)')}${fill(disc(ox, oy, random.between(50, 96)), weather.orb)}`,
    });
  const ridges = random.whole(4, 6);
  let hills = '';
  let shore: Point[] = [];
  for (let ridge = 0; ridge < ridges; ridge += 1) {
    const share = ridge / (ridges - 1);
    const y = h * (0.48 + share * 0.36);
    shore = skyline(random, w, y, (first === 'mist' || first === 'north' ? 120 : 46) * (1.15 - share * 0.7));
    hills += `${fade(`r${ridge}`, [
      [0, mix(weather.far, weather.near, share)],
      [1, mix(mix(weather.far, weather.near, share), weather.sky[2], first === 'mist' ? 0.8 : 0.3)],
    ])}${fill(curve([...shore, [w + 80, h + 40], [-80, h + 40]]), `url(#r${ridge})`)}`;
  }
  layers.push({ svg: hills });
  const standing = first === 'north' ? 'pine' : second;
  layers.push({ svg: foreground(random, sheet, shore, weather.near, standing) });
  return {
    ground: weather.sky[2],
    layers,
    alt: `${ridges} ridges one behind another ${weather.words}, ${{ acacia: 'flat-topped acacias', baobab: 'a baobab', pine: 'dark pines', cattle: 'a herd of cattle and its herder', palms: 'palms' }[standing] ?? 'trees'} along the nearest.`,
    surface: { grain: 1, mottle: first === 'harmattan' ? 0.16 : 0.1, vignette: 0.34 },
  };
};

const skyline = (random: Random, w: number, y: number, rough: number): Point[] =>
  Array.from({ length: 13 }, (_, index) => [-80 + ((w + 160) * index) / 12, y + random.near(0, rough)]);

function clouds(random: Random, { width, height }: Sheet, weather: Weather): string {
  let svg = '';
  for (let band = 0; band < 22; band += 1) {
    const y = random.between(0, height * 0.55);
    svg += fill(
      disc(random.between(0, width), y, random.between(120, 480), random.between(4, 18)),
      random.chance(0.55) ? mix(weather.sky[2], '#ffffff', 0.25) : weather.sky[0],
      random.between(0.1, 0.42),
    );
  }
  return svg;
}

function aurora(random: Random, { width, height }: Sheet): string {
  let svg = '';
  for (let curtain = 0; curtain < 3; curtain += 1) {
    const y = height * random.between(0.24, 0.46);
    const [phase, hue] = [random.between(0, 6), random.pick([150, 165, 185, 310])];
    for (let x = -20; x < width + 20; x += 12) {
      const bottom = y + Math.sin(phase + x / 190) * 70 + Math.sin(x / 57 + phase) * 18;
      svg += line(
        `M${x} ${bottom}v${-random.between(110, 330)}`,
        oklch(random.between(0.6, 0.82), 0.15, hue),
        13,
        random.between(0.1, 0.5),
      );
    }
  }
  return svg;
}

function foreground(random: Random, { width, height }: Sheet, shore: readonly Point[], dark: string, standing: string): string {
  const groundAt = (x: number): number => {
    const along = ((x + 80) / (width + 160)) * 12;
    const left = shore[Math.max(0, Math.min(12, Math.floor(along)))]!;
    const right = shore[Math.max(0, Math.min(12, Math.floor(along) + 1))]!;
    return left[1] + (right[1] - left[1]) * (along - Math.floor(along)) + 8;
  };
  let svg = '';
  if (standing === 'cattle') {
    const herd = random.whole(4, 7);
    for (let cow = 0; cow < herd; cow += 1)
      svg += ox(random, width * (0.12 + (cow / herd) * 0.7) + random.near(0, 16), groundAt, random.between(62, 84), dark);
    const x = width * 0.9;
    svg +=
      fill(
        `M${x - 12} ${groundAt(x)}C${x - 16} ${groundAt(x) - 60} ${x - 8} ${groundAt(x) - 84} ${x} ${groundAt(x) - 86}C${x + 10} ${groundAt(x) - 84} ${x + 18} ${groundAt(x) - 50} ${x + 14} ${groundAt(x)}Z`,
        dark,
      ) +
      fill(disc(x, groundAt(x) - 96, 9), dark) +
      fill(`M${x - 22} ${groundAt(x) - 98}L${x} ${groundAt(x) - 122}L${x + 22} ${groundAt(x) - 98}Z`, dark) +
      line(`M${x - 34} ${groundAt(x) - 76}L${x + 40} ${groundAt(x) - 84}`, dark, 4);
  } else if (standing === 'pine') {
    for (let x = -10; x < width; x += random.between(14, 70)) svg += pine(random, x, groundAt(x) + 10, random.between(70, 210), dark);
  } else {
    const count = standing === 'baobab' ? random.whole(1, 2) : random.whole(2, Math.max(2, Math.round(width / 420)));
    for (let tree = 0; tree < count; tree += 1) {
      const x = width * random.between(0.08, 0.92);
      const draw = { baobab, palms: palm }[standing] ?? acacia;
      svg += draw(random, x, groundAt(x) + 12, standing === 'baobab' ? random.between(280, 380) : random.between(150, 270), dark);
    }
  }
  for (let bird = 0; bird < random.whole(0, 7); bird += 1) {
    const [x, y, s] = [width * random.between(0.1, 0.9), height * random.between(0.1, 0.36), random.between(8, 18)];
    svg += line(
      `M${x - s} ${y - s * 0.3}Q${x - s * 0.4} ${y - s * 0.7} ${x} ${y}Q${x + s * 0.4} ${y - s * 0.7} ${x + s} ${y - s * 0.3}`,
      dark,
      3,
    );
  }
  for (let blade = 0; blade < 260; blade += 1) {
    const x = random.between(0, width);
    svg += line(`M${x} ${groundAt(x) + 8}q${random.near(0, 6)} -12 ${random.near(0, 14)} ${-random.between(12, 30)}`, dark, 1.8);
  }
  return svg;
}
