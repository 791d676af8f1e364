import type { Random } from '../../random.ts';
import { darker, lighter, mix, oklch } from '../colour.ts';
import type { Scene, Sheet } from '../draw-image.ts';
import { blob, box, curve, disc, polygon, wave } from '../lines.ts';
import { clip, fade, fill, glow, line, type Paint } from '../svg.ts';

/** After dark: an open-air film ('film'), lanterns over a street ('lanterns'), a stage ('stage'). */
export const evening: Paint = (random, sheet, mood) =>
  mood === 'lanterns' ? lanterns(random, sheet) : mood === 'stage' ? stage(random, sheet) : film(random, sheet);

const night = oklch(0.17, 0.05, 274);

function heads(random: Random, sheet: Sheet, from: number, light: string): string {
  let svg = '';
  for (let row = 0; row < 4; row += 1) {
    const share = row / 3;
    const y = from + (sheet.height - from) * (0.2 + share * 0.75);
    const size = 24 + share * 34;
    const coat = mix(night, '#000000', 0.3 + share * 0.5);
    for (let x = random.between(-20, 20); x < sheet.width + size; x += size * random.between(1.7, 2.5)) {
      const cy = y + random.near(0, size * 0.4);
      svg +=
        fill(
          `M${x - size} ${cy + size * 2.2}C${x - size} ${cy + size * 0.7} ${x - size * 0.4} ${cy + size * 0.7} ${x} ${cy + size * 0.65}C${x + size * 0.4} ${cy + size * 0.7} ${x + size} ${cy + size * 0.7} ${x + size} ${cy + size * 2.2}Z`,
          coat,
        ) + fill(disc(x, cy, size * 0.5, size * 0.6), coat);
      if (random.chance(0.35)) svg += fill(disc(x, cy - size * 0.4, size * random.between(0.56, 0.8), size * 0.36), coat);
      svg += line(`M${x - size * 0.4} ${cy - size * 0.42}q${size * 0.4} ${-size * 0.3} ${size * 0.8} 0`, light, 2.4, 0.45 - share * 0.28);
    }
  }
  return svg;
}

function film(random: Random, sheet: Sheet): Scene {
  const [w, h] = [sheet.width, sheet.height];
  const [wide, tall] = [w * random.between(0.52, 0.66), h * random.between(0.36, 0.44)];
  const [x, y] = [(w - wide) / 2 + random.near(0, w * 0.06), h * random.between(0.12, 0.18)];
  const sky = `${fade('sky', [
    [0, darker(night, 0.3)],
    [1, oklch(0.32, 0.08, 290)],
  ])}${fill(box(0, 0, w, h), 'url(#sky)')}`;
  let stars = '';
  for (let star = 0; star < 90; star += 1)
    stars += fill(disc(random.between(0, w), random.between(0, h * 0.6), random.between(0.6, 1.8)), '#fff6e0', random.between(0.2, 0.9));
  const light = random.pick([oklch(0.94, 0.04, 90), oklch(0.88, 0.08, 75), oklch(0.88, 0.06, 220)]);
  const shown = random.pick([oklch(0.6, 0.12, 45), oklch(0.5, 0.1, 250), oklch(0.55, 0.03, 80)]);
  let image =
    fill(box(x, y, wide, tall), light) +
    fill(
      curve([
        [x, y + tall * 0.7],
        [x + wide * 0.3, y + tall * random.between(0.5, 0.66)],
        [x + wide * 0.7, y + tall * random.between(0.6, 0.76)],
        [x + wide, y + tall * 0.64],
        [x + wide, y + tall],
        [x, y + tall],
      ]),
      shown,
      0.75,
    ) +
    fill(disc(x + wide * random.between(0.2, 0.8), y + tall * 0.34, tall * 0.11), lighter(shown, 0.55));
  const px = x + wide * random.between(0.3, 0.7);
  image +=
    fill(
      `M${px - tall * 0.1} ${y + tall}C${px - tall * 0.1} ${y + tall * 0.6} ${px - tall * 0.06} ${y + tall * 0.5} ${px} ${y + tall * 0.49}C${px + tall * 0.06} ${y + tall * 0.5} ${px + tall * 0.1} ${y + tall * 0.6} ${px + tall * 0.1} ${y + tall}Z`,
      darker(shown, 0.75),
    ) + fill(disc(px, y + tall * 0.41, tall * 0.06, tall * 0.075), darker(shown, 0.75));
  const frame = line(box(x, y, wide, tall), '#0a0608', 10) + line(`M${x} ${y + tall}V${h}M${x + wide} ${y + tall}V${h}`, '#0a0608', 12);
  const beam = fill(
    polygon([
      [w * random.between(0.3, 0.7), h * 1.02],
      [x, y],
      [x + wide, y],
      [x + wide, y + tall],
      [x, y + tall],
    ]),
    light,
    0.17,
  );
  return {
    ground: night,
    layers: [
      { svg: sky + stars },
      { svg: fill(box(x - 40, y - 40, wide + 80, tall + 80), light, 0.75), blur: 70, blend: 'screen' },
      { svg: frame + clip('screen', box(x, y, wide, tall), image) },
      { svg: beam, blur: 12, blend: 'screen' },
      { svg: heads(random, sheet, h * 0.6, light) },
    ],
    alt: 'An open-air cinema at night: a bright screen with one figure in a landscape, rows of heads dark against it, stars above.',
    surface: { grain: 1.4, vignette: 0.5 },
  };
}

function stage(random: Random, sheet: Sheet): Scene {
  const [w, h] = [sheet.width, sheet.height];
  const floor = h * 0.7;
  const lamps = random
    .shuffle([oklch(0.72, 0.16, 50), oklch(0.62, 0.18, 350), oklch(0.68, 0.13, 230), oklch(0.84, 0.13, 88), oklch(0.62, 0.14, 160)])
    .slice(0, 4);
  let cones = '';
  for (const [index, lamp] of lamps.entries()) {
    const x = (w * (index + 0.5)) / lamps.length;
    const to = w * random.between(0.25, 0.75);
    cones +=
      fill(
        polygon([
          [x - 10, 0],
          [x + 10, 0],
          [to + 150, floor + 40],
          [to - 150, floor + 40],
        ]),
        lamp,
        0.4,
      ) + fill(disc(to, floor + 26, 190, 36), lamp, 0.75);
  }
  const dark = oklch(0.11, 0.02, 300);
  let band = '';
  const players = Math.max(2, Math.round(w / 330));
  for (let player = 0; player < players; player += 1) {
    const [x, tall] = [w * ((player + 0.5) / players), h * random.between(0.28, 0.36)];
    const y = floor + 26;
    band += musician(random, { x, y, tall, kind: player % 3, body: mix(dark, lamps[player % lamps.length]!, 0.1), lamps });
  }
  let haze = '';
  for (let puff = 0; puff < 14; puff += 1)
    haze += fill(blob(random, random.between(0, w), random.between(h * 0.2, floor), random.between(60, 180), 0.3), '#ffffff', 0.05);
  return {
    ground: dark,
    layers: [
      { svg: fill(box(0, floor, w, h), mix(dark, lamps[0]!, 0.24)) },
      { svg: cones, blur: 16, blend: 'screen' },
      { svg: haze, blur: 40 },
      { svg: band },
      { svg: cones, blur: 50, blend: 'screen' },
      { svg: heads(random, sheet, h * 0.72, lamps[0]!) },
    ],
    alt: `A night stage: ${players} musicians as silhouettes in crossing beams of coloured light, the crowd dark in front.`,
    surface: { grain: 1.6, vignette: 0.4 },
  };
}

interface Musician {
  x: number;
  y: number;
  tall: number;
  kind: number;
  body: string;
  lamps: readonly string[];
}

/** A silhouette with a lute, a drum or a microphone. */
function musician(random: Random, { x, y, tall, kind, body, lamps }: Musician): string {
  let svg = '';
  const at = (dx: number, up: number): string => `${(x + dx * tall).toFixed(1)} ${(y - up * tall).toFixed(1)}`;
  svg +=
    fill(
      `M${at(-0.14, 0)}L${at(-0.1, 0.45)}C${at(-0.17, 0.6)} ${at(-0.14, 0.8)} ${at(0, 0.82)}C${at(0.14, 0.8)} ${at(0.17, 0.6)} ${at(0.1, 0.45)}L${at(0.15, 0)}H${x + 0.03 * tall}L${at(0, 0.3)}L${at(-0.04, 0)}Z`,
      body,
    ) + fill(disc(x + random.near(0, 8), y - tall * 0.91, tall * 0.065, tall * 0.08), body);
  if (kind === 0)
    svg +=
      line(`M${at(-0.3, 0.38)}L${at(0.36, 0.68)}`, body, tall * 0.03) +
      fill(disc(x - tall * 0.14, y - tall * 0.46, tall * 0.13, tall * 0.1), mix(body, lamps[0]!, 0.4));
  else if (kind === 1)
    svg +=
      fill(box(x + tall * 0.1, y - tall * 0.42, tall * 0.22, tall * 0.42), mix(body, lamps[1]!, 0.35)) +
      line(`M${at(0.08, 0.66)}L${at(0.26, 0.44)}`, body, tall * 0.05);
  else
    svg +=
      line(`M${at(0.05, 0.68)}L${at(0.22, 0.8)}`, body, tall * 0.05) +
      line(`M${at(0.2, 0)}V${y - tall * 0.82}`, body, tall * 0.014) +
      fill(disc(x + tall * 0.2, y - tall * 0.84, tall * 0.03), body);
  return svg;
}

function lanterns(random: Random, sheet: Sheet): Scene {
  const [w, h] = [sheet.width, sheet.height];
  const paper = random.pick([
    [oklch(0.78, 0.15, 70), oklch(0.66, 0.19, 35), oklch(0.88, 0.1, 90), oklch(0.64, 0.14, 350)],
    [oklch(0.62, 0.2, 28), oklch(0.58, 0.19, 24), oklch(0.68, 0.18, 40)],
    [oklch(0.9, 0.07, 90), oklch(0.86, 0.1, 82), oklch(0.94, 0.03, 95)],
    [oklch(0.7, 0.12, 200), oklch(0.8, 0.12, 85), oklch(0.66, 0.13, 160), oklch(0.72, 0.14, 20)],
  ]);
  const evenings = random.pick([320, 285, 255, 210, 30]);
  const rows = random.whole(3, 6);
  let strings = '';
  let lights = '';
  let shine = '';
  for (let row = 0; row < rows; row += 1) {
    const y = h * (0.06 + (row * 0.64) / rows);
    const sag = random.between(30, 90);
    const size = 18 + (row * 52) / rows;
    strings += line(curve(wave(-20, y, w + 40, sag, 1, random.between(0, 3)), false), '#0a0608', 2.4);
    for (let x = random.between(0, size * 2); x < w; x += size * random.between(2.6, 4.2)) {
      const cy = y + sag * 0.5 + random.near(0, 24);
      const colour = random.pick(paper);
      shine += fill(disc(x, cy, size * 2.6), colour, 0.4);
      lights +=
        line(`M${x} ${cy - size * 2}V${cy}`, '#0a0608', 1.6) +
        fill(disc(x, cy, size * 0.8, size), colour) +
        fill(disc(x - size * 0.1, cy - size * 0.1, size * 0.5, size * 0.7), lighter(colour, 0.6), 0.75);
      for (let rib = -2; rib <= 2; rib += 1)
        lights += line(
          `M${x - Math.sqrt(1 - (rib * 0.3) ** 2) * size * 0.78} ${cy + rib * size * 0.3}h${Math.sqrt(1 - (rib * 0.3) ** 2) * size * 1.56}`,
          darker(colour, 0.35),
          1.4,
          0.5,
        );
      lights +=
        fill(box(x - size * 0.24, cy - size * 1.08, size * 0.48, size * 0.14), '#1a0c0a') +
        fill(box(x - size * 0.24, cy + size * 0.94, size * 0.48, size * 0.14), '#1a0c0a');
    }
  }
  const sky = `${fade('sky', [
    [0, night],
    [1, oklch(0.34, 0.1, evenings)],
  ])}${fill(box(0, 0, w, h), 'url(#sky)')}${glow('warm', [
    [0, oklch(0.7, 0.15, 60), 0.55],
    [1, oklch(0.7, 0.15, 60), 0],
  ])}${fill(disc(w / 2, h * 0.9, w * 0.6, h * 0.4), 'url(#warm)')}`;
  return {
    ground: night,
    layers: [
      { svg: sky },
      { svg: shine, blur: 30, blend: 'screen' },
      { svg: strings + lights },
      { svg: heads(random, sheet, h * 0.66, oklch(0.84, 0.13, 75)) },
    ],
    alt: 'Paper lanterns on strings over a street at night, warm light falling on a walking crowd.',
    surface: { grain: 1.3, vignette: 0.44 },
  };
}
