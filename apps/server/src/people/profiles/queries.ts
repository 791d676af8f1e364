import type { Accent } from '@mbari/contract/people/profiles';
import type { Category } from '@mbari/contract/photos/categories';
import type { Award } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import type { images } from '../../photos/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { authorColumns, type AuthorRow } from '../../platform/member-views.ts';
import { entryAwarded, entryDistinguished } from '../../platform/visibility/challenges.ts';
import { commentVisible } from '../../platform/visibility/comments.ts';
import { isPaid, notMuted } from '../../platform/visibility/members.ts';
import {
  photoListed,
  photoThere,
  postsCounted,
  postsShownToVisitors,
  reachesFollowers,
  reachesViewer,
  received,
  warnedUnlistedOf,
  warningListed,
} from '../../platform/visibility/photos.ts';
import {
  followersCounted,
  followingCounted,
  mayFollow,
  profileOpen,
  profilePublic,
  profileThere,
} from '../../platform/visibility/profiles.ts';
import { seriesReaches } from '../../platform/visibility/series.ts';
import { members } from '../table.ts';

const shown = members.pick(
  'bio',
  'created_at',
  'social_links',
  'country',
  'occupation',
  'gender',
  'phone',
  'email',
  'profile_visibility',
  'contact_visibility',
  'show_location',
  'show_phone_number',
  'show_email',
  'show_birthday',
  'follower_photos_count',
);

export interface ProfileRow extends AuthorRow, Row<typeof shown> {
  date_of_birth: string | null;
  followers_count: number;
  following_count: number;
  is_owner: boolean;
  /** False for a private profile, except to its owner. */
  is_open: boolean;
  is_following: boolean;
  follows_viewer: boolean;
  may_follow: boolean;
  is_muted: boolean;
  /** Posts that the viewer may list. */
  posts_count: number;
  /** There is a series with a post that reaches the viewer. */
  has_series: boolean;
  /** None of a private profile. */
  interests: Category[];
  /** `findPractice` may find something. */
  has_practice: boolean;
}

const isHelpfulCritique = 'c.is_critique and c.thread_id is null and c.deleted_at is null and c.helpful_at is not null';

/** Finds a member by username, with the viewer's relation to them. Nothing if hidden from the viewer. */
export const findProfile = (db: Statements, viewerId: string | null, username: string): Promise<ProfileRow | undefined> =>
  db.row(
    `select ${authorColumns('m')}, ${shown.of('m')}, to_char(m.date_of_birth, 'YYYY-MM-DD') as date_of_birth,
            ${followersCounted('$1', 'm')} as followers_count, ${followingCounted('$1', 'm')} as following_count,
            (m.id = $1) is true as is_owner, ${profileOpen('$1', 'm')} as is_open, (${mayFollow('$1', 'm')}) is true as may_follow,
            exists (select from follows f where f.follower_id = $1 and f.followed_id = m.id) as is_following,
            exists (select from follows f where f.follower_id = m.id and f.followed_id = $1) as follows_viewer,
            exists (select from mutes where muter_id = $1 and muted_id = m.id) as is_muted,
            case when $1::uuid is null and not ${postsShownToVisitors('m')} or not ${notMuted('$1', 'm.id')} then 0
                 else ${postsCounted('$1', 'm')} - ${warnedUnlistedOf('$1::uuid', 'm')} end as posts_count,
            exists (select from series s where s.member_id = m.id and ${seriesReaches('$1', 's', 'm')}) as has_series,
            case when ${profileOpen('$1', 'm')} then
              (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.slug) order by c.position), '[]')
                 from member_interests mi join categories c on c.id = mi.category_id where mi.member_id = m.id) else '[]' end as interests,
            exists (select from comments c where c.member_id = m.id and ${isHelpfulCritique})
              or exists (select from challenge_entries e where e.member_id = m.id and ${entryDistinguished('e')}) as has_practice
       from members m where m.username = $2 and ${profileThere('$1', 'm')}`,
    [viewerId, username],
  );

export interface GalleryRow {
  likes_count: number;
  comments_count: number;
  photo_categories: (Category & { photos_count: number })[];
}

/** For whom posts are selected. The owner may read as a follower, so without posts for the owner alone. */
interface GalleryReader {
  listViewerId: string | null;
  asFollower: boolean;
}

/** The audience of `p` includes the reader: `$2` is `listViewerId`, `$3` is `asFollower`. */
const reachesReader = (p: string): string => `${reachesViewer('$2::uuid', p, 'm')} and (not $3::boolean or ${reachesFollowers(p)})`;

/**
 * Finds totals and categories of a member's posts that reach the viewer, without likes and comments by members hidden from the viewer. Call
 * it only if `has_posts`: it checks neither blocks nor mutes.
 */
export const findGallery = async (
  db: Statements,
  { listViewerId, asFollower }: GalleryReader,
  { viewerId, memberId }: { viewerId: string | null; memberId: string },
): Promise<GalleryRow> =>
  (await db.row<GalleryRow>(
    `select received.likes_count, received.comments_count,
            coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.slug, 'photos_count', shown.photos_count)
                                       order by shown.photos_count desc, c.position)
                        from (select t.category_id, sum(t.photos_count) as photos_count from category_tallies t
                               where t.member_id = m.id and t.photos_count > 0 and ${reachesReader('t')} group by 1) t
                        join categories c on c.id = t.category_id cross join lateral (
                             select t.photos_count - ${warnedUnlistedOf('$2::uuid', 'm', 'p.category_id = c.id')} as photos_count) shown
                        where shown.photos_count > 0), '[]') as photo_categories
       from members m cross join lateral ${received('$4', 'm.id', reachesReader('p'))} received where m.id = $1`,
    [memberId, listViewerId, asFollower, viewerId],
  ))!;

export interface PracticeRow {
  helpful_count: number;
  awards: Award[];
}

/**
 * Returns how many of a member's threads of critique their authors marked as helpful (up to 1,000), and the newest awards in challenges, in
 * posts that the viewer may list.
 */
export const findPractice = async (db: Statements, viewerId: string | null, memberId: string): Promise<PracticeRow> =>
  (await db.row(
    `select (select count(*)::int from (
               select from comments c join members m on m.id = c.member_id join photos p on p.id = c.photo_id join members o on o.id = p.member_id
                where c.member_id = $2 and ${isHelpfulCritique} and ${commentVisible('$1', 'c', 'm')} and ${photoListed('$1', 'p', 'o')}
                limit 1000) helpful) as helpful_count,
            (select coalesce(jsonb_agg(to_jsonb(a) - 'voting_end_at' order by a.voting_end_at desc), '[]') from (
               select c.id as challenge_id, c.title, case when e.place <= 3 then e.place end as place, c.voting_end_at
                 from challenge_entries e join challenges c on c.id = e.challenge_id
                 join photos p on p.id = e.photo_id join members o on o.id = p.member_id
                where e.member_id = $2 and ${entryAwarded('e', 'c')} and ${photoListed('$1', 'p', 'o')}
                order by c.voting_end_at desc limit ${limits.profileAwards}) a) as awards`,
    [viewerId, memberId],
  ))!;

type CoverRow = Pick<Row<typeof images>, 'id' | 'width' | 'height' | 'color' | 'widths' | 'avif_widths' | 'webp_bytes'>;

export interface CustomisationRow extends Pick<Row<typeof members>, 'accent'> {
  /** `thumbhash` is in base64. */
  cover: (CoverRow & { thumbhash: string }) | null;
  is_cover_public: boolean;
  /** Posts that the viewer may list. */
  pinned: string[];
}

/** Returns nothing unless the plan is in force. */
export const findCustomisation = (
  db: Statements,
  { listViewerId, asFollower }: GalleryReader,
  memberId: string,
): Promise<CustomisationRow | undefined> =>
  db.row(
    `select m.accent, (${profilePublic('m')}) as is_cover_public,
            (select jsonb_build_object('id', i.id, 'width', i.width, 'height', i.height, 'color', i.color, 'widths', i.widths,
                                       'avif_widths', i.avif_widths, 'webp_bytes', i.webp_bytes, 'thumbhash', encode(i.thumbhash, 'base64'))
               from images i where i.id = m.cover_image_id and i.deleted_at is null) as cover,
            array(select p.id from pinned_photos pp join photos p on p.id = pp.photo_id and p.member_id = m.id and ${photoThere('p')} and ${reachesReader('p')}
                     and ${warningListed('$2', 'p')}
                   where pp.member_id = m.id order by pp.position) as pinned
       from members m where m.id = $1 and ${isPaid('m')}`,
    [memberId, listViewerId, asFollower],
  );

interface AppearanceRow extends Pick<Row<typeof members>, 'accent' | 'cover_image_id'> {
  is_paid: boolean;
}

/** Locks the member's row, so plan, accent and cover do not change meanwhile. */
export const lockAppearance = (tx: Statements, memberId: string): Promise<AppearanceRow | undefined> =>
  tx.row(`select ${isPaid('m')} as is_paid, m.accent, m.cover_image_id from members m where m.id = $1 and m.is_live for no key update`, [
    memberId,
  ]);

export const updateAccentAndCover = (
  tx: Statements,
  memberId: string,
  accent: Accent | null,
  coverImageId: string | null,
): Promise<number> => tx.run('update members set accent = $2, cover_image_id = $3 where id = $1', [memberId, accent, coverImageId]);

/** Lists pinned ids in order, including deleted posts. */
export const listPins = (db: Statements, memberId: string): Promise<{ photo_id: string }[]> =>
  db.rows('select photo_id from pinned_photos where member_id = $1 order by position', [memberId]);

export const deletePins = (tx: Statements, memberId: string): Promise<number> =>
  tx.run('delete from pinned_photos where member_id = $1', [memberId]);

/** Pins existing posts of the member. Returns their number. */
export const insertPins = (tx: Statements, memberId: string, photoIds: readonly string[]): Promise<number> =>
  tx.run(
    `insert into pinned_photos (member_id, position, photo_id)
     select $1, pin.position - 1, p.id from unnest($2::uuid[]) with ordinality as pin(id, position)
       join photos p on p.id = pin.id and p.member_id = $1 and ${photoThere('p')}`,
    [memberId, photoIds],
  );
