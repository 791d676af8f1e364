import type { Random } from '../../random.ts';
import { box, brush, curve, disc } from '../lines.ts';
import { fill, line } from '../svg.ts';

export function acacia(random: Random, x: number, y: number, tall: number, dark: string): string {
  let svg = '';
  for (let branch = 0; branch < 6; branch += 1) {
    const out = (branch - 2.5) * tall * 0.2;
    svg += line(
      `M${x} ${y}C${x + random.near(0, 6)} ${y - tall * 0.5} ${x + out * 0.3} ${y - tall * 0.6} ${x + out} ${y - tall * random.between(0.84, 0.95)}`,
      dark,
      tall * 0.035,
    );
  }
  for (let tuft = 0; tuft < 34; tuft += 1)
    svg += fill(
      disc(
        x + random.near(0, tall * 0.72),
        y - tall * random.between(0.86, 1.02),
        tall * random.between(0.06, 0.16),
        tall * random.between(0.025, 0.05),
      ),
      dark,
    );
  return svg;
}

export function baobab(random: Random, x: number, y: number, tall: number, dark: string): string {
  let svg = fill(
    `M${x - tall * 0.2} ${y}C${x - tall * 0.12} ${y - tall * 0.2} ${x - tall * 0.14} ${y - tall * 0.4} ${x - tall * 0.1} ${y - tall * 0.6}H${x + tall * 0.1}C${x + tall * 0.13} ${y - tall * 0.4} ${x + tall * 0.12} ${y - tall * 0.2} ${x + tall * 0.21} ${y}Z`,
    dark,
  );
  const grow = (fx: number, fy: number, angle: number, long: number, thick: number): void => {
    if (long < tall * 0.045) return;
    const [tx, ty] = [fx + Math.cos(angle) * long, fy + Math.sin(angle) * long];
    svg += fill(
      brush(
        random,
        [
          [fx, fy],
          [(fx + tx) / 2, (fy + ty) / 2],
          [tx, ty],
        ],
        thick,
        { taper: 0.2 },
      ),
      dark,
    );
    for (let fork = 0; fork < 2; fork += 1)
      grow(tx, ty, angle + (fork === 0 ? -1 : 1) * random.between(0.2, 0.7), long * random.between(0.55, 0.76), thick * 0.64);
    if (long < tall * 0.12) svg += fill(disc(tx, ty, random.between(6, 13), random.between(4, 8)), dark, 0.9);
  };
  for (const angle of [-2.7, -2.2, -1.75, -1.35, -0.9, -0.45])
    grow(x + Math.cos(angle) * tall * 0.08, y - tall * 0.58, angle + random.near(0, 0.12), tall * random.between(0.2, 0.3), tall * 0.075);
  return svg;
}

export function palm(random: Random, x: number, y: number, tall: number, dark: string): string {
  const lean = random.near(0, tall * 0.18);
  let svg = line(`M${x} ${y}Q${x + lean * 0.2} ${y - tall * 0.7} ${x + lean} ${y - tall * 1.2}`, dark, tall * 0.045);
  for (let frond = 0; frond < 11; frond += 1) {
    const angle = -Math.PI * (frond / 10) + random.near(0, 0.12);
    const long = tall * random.between(0.34, 0.5);
    const [cx, cy] = [x + lean, y - tall * 1.2];
    svg += fill(
      brush(
        random,
        [
          [cx, cy],
          [cx + Math.cos(angle) * long * 0.5, cy + Math.sin(angle) * long * 0.5 - 12],
          [cx + Math.cos(angle) * long * 0.85, cy + Math.sin(angle) * long * 0.5 + long * 0.06],
          [cx + Math.cos(angle) * long, cy + Math.sin(angle) * long * 0.4 + long * 0.3],
        ],
        tall * 0.075,
        { tremble: 0.4 },
      ),
      dark,
    );
  }
  return svg;
}

export function pine(random: Random, x: number, y: number, tall: number, dark: string): string {
  let svg = fill(box(x - 2, y - tall * 0.2, 4, tall * 0.25), dark);
  const tiers = 7;
  for (let tier = 0; tier < tiers; tier += 1) {
    const top = y - tall + (tier * tall * 0.82) / tiers;
    const wide = (tall * 0.2 * (tier + 1)) / tiers;
    svg += fill(
      `M${x} ${top}L${x + wide * random.near(1, 0.2)} ${top + tall * 0.22}L${x - wide * random.near(1, 0.2)} ${top + tall * 0.22}Z`,
      dark,
    );
  }
  return svg;
}

export function ox(random: Random, x: number, groundAt: (x: number) => number, tall: number, dark: string): string {
  const y = groundAt(x);
  let svg = fill(
    curve([
      [x - tall * 0.7, y - tall * 0.8],
      [x - tall * 0.3, y - tall * 0.88],
      [x + tall * 0.3, y - tall * 1.06],
      [x + tall * 0.55, y - tall * 0.86],
      [x + tall * 0.55, y - tall * 0.45],
      [x, y - tall * 0.38],
      [x - tall * 0.68, y - tall * 0.45],
    ]),
    dark,
  );
  for (const leg of [-0.6, -0.48, 0.38, 0.5])
    svg += line(`M${x + leg * tall} ${y - tall * 0.5}l${random.near(0, 5)} ${tall * 0.52}`, dark, tall * 0.085);
  svg += fill(
    curve([
      [x + tall * 0.45, y - tall * 0.9],
      [x + tall * 0.8, y - tall * 1.08],
      [x + tall * 1.0, y - tall * 0.8],
      [x + tall * 0.9, y - tall * 0.72],
      [x + tall * 0.55, y - tall * 0.6],
    ]),
    dark,
  );
  svg +=
    line(
      `M${x + tall * 0.78} ${y - tall * 1.05}C${x + tall * 0.6} ${y - tall * 1.3} ${x + tall * 0.62} ${y - tall * 1.55} ${x + tall * 0.74} ${y - tall * 1.72}`,
      dark,
      tall * 0.055,
    ) +
    line(
      `M${x + tall * 0.84} ${y - tall * 1.03}C${x + tall * 1.06} ${y - tall * 1.24} ${x + tall * 1.1} ${y - tall * 1.5} ${x + tall * 1.02} ${y - tall * 1.7}`,
      dark,
      tall * 0.055,
    );
  return svg + line(`M${x - tall * 0.7} ${y - tall * 0.78}q${-tall * 0.14} ${tall * 0.2} ${-tall * 0.06} ${tall * 0.5}`, dark, tall * 0.04);
}
