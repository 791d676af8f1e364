import type { CameraData } from '@mbari/contract/photos/post-fields';
import * as words from '@mbari/words/photo-details';

/** Returns the camera data as photographers write it: camera, lens, 23 mm, f/8, 1/250 s, ISO 160. */
export const formatCamera = ({ camera, lens, focal_length, aperture, exposure_time, iso }: CameraData): string[] =>
  [
    camera,
    lens,
    focal_length && words.focalLength({ millimetres: focal_length }),
    aperture && words.aperture({ value: aperture }),
    exposure_time && formatExposure(exposure_time),
    iso && words.iso({ value: iso }),
  ].filter((part) => typeof part === 'string');

/** Writes times of up to a third of a second as fractions. */
const formatExposure = (seconds: number): string =>
  seconds < 0.35 ? words.exposureFraction({ parts: Math.round(1 / seconds) }) : words.exposureSeconds({ seconds });
