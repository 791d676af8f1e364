import { z } from 'zod';
import { because, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

const invalid = because('cameraDataInvalid');

const part = (max: number) => z.number(invalid).positive(invalid).max(max, invalid);

/** How a photo was taken. Each part may be missing; there are no others: never where, when or by whom. */
export const cameraData = z.object(
  {
    camera: text({ label: 'camera', max: limits.cameraName, min: 1, isName: true }).optional(),
    lens: text({ label: 'lens', max: limits.cameraName, min: 1, isName: true }).optional(),
    /** Millimetres. */
    focal_length: part(limits.focalLength).optional(),
    /** The f-number. */
    aperture: part(limits.aperture).optional(),
    /** Seconds. */
    exposure_time: part(limits.exposureTime).optional(),
    iso: part(limits.iso).int(invalid).optional(),
  },
  invalid,
);
export type CameraData = z.infer<typeof cameraData>;

/** Forms carry it as JSON text. Parts that are not known are left out. */
export const cameraDataText = z
  .string(invalid)
  .max(limits.cameraDataText, invalid)
  .transform((json, context) => {
    try {
      return JSON.parse(json) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: invalid });
      return z.NEVER;
    }
  })
  .pipe(cameraData);
