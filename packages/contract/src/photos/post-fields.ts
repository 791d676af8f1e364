import { z } from 'zod';
import { because, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

/** Audiences of a post, the widest first. A post without one follows its author's setting. */
export const audiences = ['public', 'followers', 'me'] as const;
export type Audience = (typeof audiences)[number];

/** SPDX identifiers of the licences for posts. Without one, all rights are reserved. */
export const licenses = ['CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-NC-4.0', 'CC0-1.0'] as const;
export type License = (typeof licenses)[number];

/** Name of each licence and address of its plain-language summary. */
export const licenseTerms: Record<License, { name: string; url: string }> = {
  'CC-BY-4.0': { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  'CC-BY-SA-4.0': { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  'CC-BY-NC-4.0': { name: 'CC BY-NC 4.0', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  'CC0-1.0': { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
};

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
