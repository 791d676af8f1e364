import { memberShownToVisitors, memberVisible, notMuted } from './members.ts';
import { photoPublic, photoReaches, warningListed } from './photos.ts';

/** Visibility of exhibitions. See members.ts. */

/** No organiser removed the exhibition `e`. */
export const exhibitionThere = (e: string): string => `(${e}.removed_at is null)`;

const curatedBy = (e: string, condition: string): string =>
  `(${exhibitionThere(e)} and exists (select from exhibition_curators ec join members ecm on ecm.id = ec.member_id
            where ec.exhibition_id = ${e}.id and ec.accepted_at is not null and ${condition}))`;

/** The viewer curates the exhibition `e`, or is invited to. */
export const curates = (viewer: string, e: string): string =>
  `exists (select from exhibition_curators own where own.exhibition_id = ${e}.id and own.member_id = ${viewer})`;

/** The viewer is asked to show a work in the exhibition `e`, whatever they answered. */
const isAsked = (viewer: string, e: string): string =>
  `exists (select from exhibition_works asked where asked.exhibition_id = ${e}.id and asked.member_id = ${viewer})`;

/** The exhibition `e` has an opening time, and is still open or in the archive afterwards. */
export const hasOpened = (e: string): string => `(${e}.opens_at is not null and ${e}.opens_at <= now())`;

/** The viewer sees the rooms of the visible exhibition `e`: it has opened, or they take part. */
export const roomsVisible = (viewer: string, e: string): string => `(${hasOpened(e)} or ${curates(viewer, e)} or ${isAsked(viewer, e)})`;

const mayKnow = (viewer: string, e: string): string => `(${e}.opens_at is not null or ${curates(viewer, e)} or ${isAsked(viewer, e)})`;

/** The exhibition `e` exists for the viewer: so does one of its curators, and it has an opening time or the viewer takes part. */
export const exhibitionVisible = (viewer: string, e: string): string =>
  `(${curatedBy(e, memberVisible(viewer, 'ecm'))} and ${mayKnow(viewer, e)})`;

/** The viewer may list the visible exhibition `e`: one of the curators is not muted. */
export const exhibitionListed = (viewer: string, e: string): string =>
  `(${curatedBy(e, `${memberVisible(viewer, 'ecm')} and ${notMuted(viewer, 'ecm.id')}`)} and ${mayKnow(viewer, e)})`;

/** The viewer sees the post `p` by `m` as the work `w`: it reaches them and is accepted, or they are its author or a curator. */
export const workVisible = (viewer: string, w: string, p: string, m: string): string =>
  `(${photoReaches(viewer, p, m)} and ${warningListed(viewer, p)} and (${w}.state = 'accepted' or ${w}.member_id = ${viewer}
     or exists (select from exhibition_curators own where own.exhibition_id = ${w}.exhibition_id and own.member_id = ${viewer} and own.accepted_at is not null)))`;

/** Visitors see the post `p` by `m` as the work `w`. */
export const workPublic = (w: string, p: string, m: string): string => `(${w}.state = 'accepted' and ${photoPublic(p, m)})`;

/** Visitors may see the exhibition `e`, whose curators are listed by `memberShownToVisitors`. */
export const exhibitionPublic = (e: string): string => `(${hasOpened(e)} and ${curatedBy(e, memberShownToVisitors('ecm'))})`;
