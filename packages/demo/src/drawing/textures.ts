import { randomFrom } from '../random.ts';

/** Textures repeat after this many pixels. */
export const tileSide = 1024;

let grain: Float32Array | undefined;
let mottle: Float32Array | undefined;

/** Film grain around 0, a few levels of brightness deep, slightly clumped as silver is. */
export function grainTile(): Float32Array {
  if (grain !== undefined) return grain;
  const random = randomFrom(7);
  const fine = Float32Array.from({ length: tileSide * tileSide }, () => (random.next() + random.next() - 1) * 16);
  grain = new Float32Array(fine.length);
  const mask = fine.length - 1;
  for (let at = 0; at < fine.length; at += 1)
    grain[at] =
      fine[at]! * 0.55 +
      (fine[(at + 1) & mask]! + fine[(at + tileSide) & mask]! + fine[(at - 1) & mask]! + fine[(at - tileSide) & mask]!) * 0.26;
  return grain;
}

/** Slow unevenness between about -0.5 and 0.5: several octaves of smooth noise that meets itself at the edges. */
export function mottleTile(): Float32Array {
  if (mottle !== undefined) return mottle;
  const random = randomFrom(11);
  mottle = new Float32Array(tileSide * tileSide);
  for (const [cells, strength] of [
    [5, 0.3],
    [11, 0.2],
    [29, 0.14],
    [83, 0.1],
    [241, 0.07],
  ] as const)
    addOctave(
      mottle,
      cells,
      strength,
      Float32Array.from({ length: cells * cells }, () => random.next() * 2 - 1),
    );
  return mottle;
}

function addOctave(tile: Float32Array, cells: number, strength: number, values: Float32Array): void {
  const ease = (share: number): number => share * share * (3 - 2 * share);
  for (let y = 0; y < tileSide; y += 1) {
    const row = (y * cells) / tileSide;
    const top = Math.floor(row);
    const down = ease(row - top);
    const [r0, r1] = [(top % cells) * cells, ((top + 1) % cells) * cells];
    for (let x = 0; x < tileSide; x += 1) {
      const column = (x * cells) / tileSide;
      const left = Math.floor(column);
      const across = ease(column - left);
      const [c0, c1] = [left % cells, (left + 1) % cells];
      const above = values[r0 + c0]! * (1 - across) + values[r0 + c1]! * across;
      const below = values[r1 + c0]! * (1 - across) + values[r1 + c1]! * across;
      tile[y * tileSide + x]! += strength * (above * (1 - down) + below * down);
    }
  }
}
