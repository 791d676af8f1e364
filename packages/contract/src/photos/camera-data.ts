import { z } from 'zod';
import { because, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

const invalid = because('cameraDataInvalid');
const part = (max: number) => z.number(invalid).positive(invalid).max(max, invalid);

/** Camera settings of a photo. Never contains place, time or author. */
export const cameraData = z.object(
  {
    camera: text({ label: 'camera', max: limits.cameraName, min: 1, isName: true }).optional(),
    lens: text({ label: 'lens', max: limits.cameraName, min: 1, isName: true }).optional(),
    focal_length: part(limits.focalLength).optional(),
    aperture: part(limits.aperture).optional(),
    exposure_time: part(limits.exposureTime).optional(),
    iso: part(limits.iso).int(invalid).optional(),
  },
  invalid,
);
export type CameraData = z.infer<typeof cameraData>;

/** Camera data in forms, as JSON text. Unknown fields are dropped. */
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
