import { photoPublic, photoReaches, warningListed } from './photos.ts';

/** Visibility of series. See members.ts. A series is as visible as its posts: without one that a viewer may see, it does not exist for them. */

/** No organiser removed the series `s`. */
export const seriesThere = (s: string): string => `(${s}.removed_at is null)`;

const hasPost = (s: string, condition: string): string =>
  `(${seriesThere(s)} and exists (
     select from series_photos sp join photos sp_photo on sp_photo.id = sp.photo_id where sp.series_id = ${s}.id and ${condition}))`;

/** The series `s` by `m` has a post that reaches the viewer, who may be null, despite its content warning. */
export const seriesReaches = (viewer: string, s: string, m: string): string =>
  hasPost(s, `${photoReaches(viewer, 'sp_photo', m)} and ${warningListed(viewer, 'sp_photo')}`);

/** The viewer may open the series `s` by `m`: it reaches them, or is their own. */
export const seriesVisible = (viewer: string, s: string, m: string): string =>
  `((${m}.id = ${viewer} and ${m}.is_live and ${seriesThere(s)}) or ${seriesReaches(viewer, s, m)})`;

/** Visitors may see the series `s` by `m`. */
export const seriesPublic = (s: string, m: string): string => hasPost(s, photoPublic('sp_photo', m));
