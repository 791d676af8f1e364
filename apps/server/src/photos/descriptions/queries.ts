import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import { authorColumns, type AuthorRow } from '../../platform/member-views.ts';
import { memberHeard } from '../../platform/visibility/members.ts';
import { altProposed, photoListed, photoReaches } from '../../platform/visibility/photos.ts';

/** Place in the list of images without an alternative text. */
export interface WaitingPlace {
  proposals_count: number;
  photo_id: string;
  position: number;
}

export type WaitingRow = WaitingPlace & { image_id: string };

export const listWaitingRows = (
  db: Statements,
  viewerId: string,
  { after, limit }: { after: WaitingPlace; limit: 21 | 51 },
): Promise<WaitingRow[]> =>
  db.rows(
    `select pi.image_id, pi.proposals_count, pi.photo_id, pi.position
       from photo_images pi join photos p on p.id = pi.photo_id join members o on o.id = p.member_id
      where pi.alt = '' and (pi.proposals_count, pi.photo_id, pi.position) > ($2, $3, $4)
        and o.id <> $1 and o.takes_alt_proposals and ${photoListed('$1', 'p', 'o')}
        and not exists (select from alt_proposals own where own.image_id = pi.image_id and own.member_id = $1)
      order by pi.proposals_count, pi.photo_id, pi.position limit ${limit}`,
    [viewerId, after.proposals_count, after.photo_id, after.position],
  );

/** Share of images with an alternative text, from the hourly figures of the community. */
export const findDescribedShare = async (db: Statements): Promise<number | null> =>
  (await db.row<{ value: number }>(`select value from daily_tallies where measure = 'described' order by day desc limit 1`))?.value ?? null;

interface Proposed {
  owner_id: string;
  is_own: boolean;
  takes_proposals: boolean;
  is_described: boolean;
  /** False if the author answered the member's earlier proposal, or a reason above prevents it. */
  is_added: boolean;
}

/** Returns nothing if the member does not see the post, or it does not have the image. */
export const addProposal = (
  tx: Statements,
  memberId: string,
  photoId: string,
  { id, imageId, text }: { id: string; imageId: string; text: string },
): Promise<Proposed | undefined> =>
  tx.row(
    `with me as (select id from members where id = $1 and is_live for share),
          image as (
            select pi.image_id, o.id as owner_id, o.id = $1 as is_own, o.takes_alt_proposals as takes_proposals, pi.alt <> '' as is_described
              from photo_images pi join photos p on p.id = pi.photo_id join members o on o.id = p.member_id
             where pi.photo_id = $2 and pi.image_id = $3 and ${photoReaches('$1', 'p', 'o')}),
          added as (
            insert into alt_proposals as kept (id, image_id, member_id, text)
            select $4, image.image_id, me.id, $5 from me, image where not is_own and takes_proposals and not is_described
            on conflict (image_id, member_id) do update set text = excluded.text where kept.state = 'open'
            returning image_id, id = $4 as is_new),
          counted as (
            update photo_images pi set proposals_count = pi.proposals_count + 1 from added where pi.image_id = added.image_id and added.is_new)
     select owner_id, is_own, takes_proposals, is_described, exists (select from added) as is_added from image`,
    [memberId, photoId, imageId, id, text],
  );

export interface ProposalRow extends AuthorRow {
  id: string;
  image_id: string;
  text: string;
}

/** Lists the proposals that wait for the author, by image and age. */
export const listProposals = (db: Statements, authorId: string, photoId: string): Promise<ProposalRow[]> =>
  db.rows(
    `select d.id, d.image_id, d.text, ${authorColumns('m')}
       from photos p join members o on o.id = p.member_id join photo_images pi on pi.photo_id = p.id
       join alt_proposals d on d.image_id = pi.image_id join members m on m.id = d.member_id
      where p.id = $2 and p.member_id = $1 and ${altProposed('d', 'pi', 'o')} and ${memberHeard('$1', 'm')}
      order by pi.position, d.id limit ${limits.altProposals}`,
    [authorId, photoId],
  );

/**
 * Sets the alternative text of the proposal's image and answers all proposals for it. `is_set` is false if the image has an alternative text.
 * Returns nothing without such a proposal. Requires a lock of the post.
 */
export const setProposedAlt = (
  tx: Statements,
  photoId: string,
  proposalId: string,
  text: string,
): Promise<{ is_set: boolean } | undefined> =>
  tx.row(
    `with proposal as (
            select d.id, d.image_id from alt_proposals d join photo_images pi on pi.image_id = d.image_id
             where d.id = $2 and pi.photo_id = $1 and (d.state = 'open' or pi.alt <> '')),
          described as (
            update photo_images pi set alt = $3 from proposal where pi.image_id = proposal.image_id and pi.alt = '' returning pi.image_id),
          answered as (
            update alt_proposals d set state = case when d.id = $2 then 'accepted' else 'closed' end
              from described where d.image_id = described.image_id and d.state = 'open')
     select exists (select from described) as is_set from proposal`,
    [photoId, proposalId, text],
  );

/** Idempotent. Returns 0 without such a proposal. */
export const setDeclined = (tx: Statements, photoId: string, proposalId: string): Promise<number> =>
  tx.run(
    `update alt_proposals d set state = 'closed' from photo_images pi
      where d.id = $2 and pi.image_id = d.image_id and pi.photo_id = $1 and d.state <> 'accepted'`,
    [photoId, proposalId],
  );
