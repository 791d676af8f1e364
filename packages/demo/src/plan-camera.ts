import type { CameraData } from '@mbari/contract/photos/camera-data';
import { type License, licenses } from '@mbari/contract/photos/licenses';
import type { Random } from './random.ts';

/** Camera with its possible focal lengths and apertures. */
interface Kit {
  camera: string;
  lens?: string;
  lengths: readonly number[];
  apertures: readonly number[];
}

const kits: readonly Kit[] = [
  { camera: 'FUJIFILM X-T4', lens: 'XF23mmF2 R WR', lengths: [23], apertures: [2, 4, 5.6, 8] },
  { camera: 'Canon EOS R6', lens: 'RF50mm F1.8 STM', lengths: [50], apertures: [1.8, 2.8, 5.6] },
  { camera: 'NIKON D750', lens: '24.0-70.0 mm f/2.8', lengths: [24, 35, 50, 70], apertures: [2.8, 4, 8, 11] },
  { camera: 'TECNO CAMON 20', lengths: [5.4], apertures: [1.7] },
  { camera: 'samsung SM-A546E', lengths: [5.3], apertures: [1.8] },
];

interface PlannedDetails {
  license: License | null;
  /** Returns random camera data, or null for members who hide it. */
  takenWith: (() => CameraData) | null;
}

export function planDetails(random: Random): PlannedDetails {
  const kit = random.chance(0.4) ? random.pick(kits) : null;
  return {
    license: random.chance(0.35) ? random.pick(licenses) : null,
    takenWith: kit && (() => planSettings(random, kit)),
  };
}

const planSettings = (random: Random, { lengths, apertures, ...names }: Kit): CameraData => ({
  ...names,
  focal_length: random.pick(lengths),
  aperture: random.pick(apertures),
  exposure_time: 1 / random.pick([30, 60, 125, 250, 500, 1000]),
  iso: random.pick([100, 160, 200, 400, 800, 1600]),
});
