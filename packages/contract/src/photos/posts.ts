import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, editedVersionText, id, idParams, message, text, version } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { comment, spot } from './comments.ts';
import { audiences, cameraData, cameraDataText, licenses } from './post-fields.ts';

/** Image of a post. `srcset` values go straight into `<source srcset>`. */
export const image = z.object({
  id,
  /** Fallback JPEG, at most 1280 px wide. */
  image_path: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  thumbhash: z.string(),
  color: z.string(),
  srcset: z.object({ avif: z.string().optional(), webp: z.string(), jpeg: z.string() }),
  /** Omitted if the owner hides the camera data. */
  camera: cameraData.optional(),
  /** File sizes of the entries of `srcset.webp`. AVIF files are not larger. 0: unknown. */
  bytes: z.array(z.number().int()),
});
export type Image = z.infer<typeof image>;

/** Reasons of a content warning that clients translate. All other reasons are the author's or the organisers' words. */
export const warningReasons = ['nudity', 'violence', 'injury', 'death', 'strong'] as const;

/** A content warning. Until the viewer has read the post with `sharp`, its images are one small blurred image each. */
const contentWarning = z.object({
  reason: z.string(),
  by: z.enum(['author', 'organisers']),
  /** False for the author, and for members whose setting `sensitive_photos` is `show`. */
  is_blurred: z.boolean(),
  /** For the author: the organisers' decision, which can be appealed. Null if the author set the warning. */
  decision_id: id.nullable(),
});

/** Author of a post. The post page also has the follow state. */
const maker = author.extend({
  is_following: z.boolean().optional(),
  viewer: z.object({ may_follow: z.boolean() }).optional(),
});

/** Place from 1 to 3 in a challenge, or null for an organisers' mention. */
export const award = z.object({ challenge_id: id, title: z.string(), place: z.number().int().nullable() });
export type Award = z.infer<typeof award>;

/** Member named in a post. `is_asked`: has not accepted yet; only the author and the member see the name. */
const personShown = author.extend({
  is_asked: z.boolean(),
  /** The author marked the member in an image of the post. */
  place: spot.nullable(),
});
export type PersonShown = z.infer<typeof personShown>;

/** Alternative text that another member proposes for an image. */
const altProposal = z.object({ id, image_id: id, text: z.string(), user: author });
export type AltProposal = z.infer<typeof altProposal>;

export const photo = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  /** Usernames of members mentioned in the description whom the viewer may see. Only on the post page. */
  mentions: z.array(z.string()).optional(),
  /** Series that have the post, oldest first. Only on the post page. */
  series: z.array(z.object({ id, title: z.string() })).optional(),
  /** Challenges in which the post won or was mentioned, newest first. Only on the post page. */
  awards: z.array(award).optional(),
  /** Members named in the post, in the order they were named. Only on the post page. */
  people: z.array(personShown).max(limits.peopleShown).optional(),
  /** For the author: proposals for images without an alternative text. Only on the post page. */
  alt_proposals: z.array(altProposal).max(limits.altProposals).optional(),
  category: z.string().nullable(),
  location_name: z.string().nullable(),
  license: z.enum(licenses).nullable(),
  /** Null: the author's `post_visibility` applies. */
  audience: z.enum(audiences).nullable(),
  warning: contentWarning.nullable(),
  images: z.array(image),
  /** The post has two images, of which the second is an earlier version of the first. */
  is_comparison: z.boolean(),
  image_url: z.string(),
  user: maker,
  /** The viewer's own like, if any. `likes_count` is the total. */
  likes: z.array(z.object({ user_id: id })),
  likes_count: z.number().int(),
  is_liked: z.boolean(),
  /** True if the viewer saved the post. Hidden from others. */
  is_saved: z.boolean(),
  /** The newest three comments, oldest first. */
  comments: z.array(comment).max(limits.embeddedComments),
  comments_count: z.number().int(),
  created_at: dated,
  /** When the photo of an imported post was taken or first posted elsewhere. */
  taken_at: dated.optional(),
  /** The author asked for critique: see `/photos/{id}/critique`. */
  has_critique: z.literal(true).optional(),
  /** Archived posts exist for their authors alone. */
  is_archived: z.boolean(),
  /** Scheduled posts exist for their authors alone. `has_failed`: the post was not published at its time and waits for its author. */
  scheduled: z.object({ at: dated, has_failed: z.boolean() }).optional(),
  /** Version of the texts and the set of images. */
  version,
  viewer: z.object({
    may_edit: z.boolean(),
    may_delete: z.boolean(),
    may_comment: z.boolean(),
    may_like: z.boolean(),
    may_report: z.boolean(),
    /** The viewer curates an exhibition that has not closed. Only on the post page. */
    may_hang: z.boolean().optional(),
  }),
});
export type Photo = z.infer<typeof photo>;

export const imageReceipt = z.object({
  image_id: id,
  received: z.object({ format: z.string(), width: z.number().int(), height: z.number().int(), bytes: z.number().int() }),
  /** Served files. AVIF is encoded later, when the machine is idle. */
  served: z.array(z.object({ format: z.enum(['webp', 'jpeg']), width: z.number().int(), bytes: z.number().int() })),
  /** Kinds of metadata that were removed. */
  removed: z.array(z.enum(['location', 'camera', 'date', 'author', 'thumbnail', 'other'])),
});
export type ImageReceipt = z.infer<typeof imageReceipt>;

const yesOrNo = z.enum(['true', 'false'], because('showCameraInvalid')).transform((word) => word === 'true');

/** One of `warningReasons`, or other words. */
export const warningText = text({ label: 'content warning', max: limits.contentWarning });

/** Fields that the author fills in. An empty optional field clears it. */
const authored = {
  title: text({ label: 'title', max: limits.title, min: 1 }),
  description: text({ label: 'description', max: limits.description, lines: true }).optional(),
  location_name: text({ label: 'location', max: limits.locationName }).optional(),
  category: z.string().max(80).optional(),
  license: z.enum([...licenses, ''], because('licenseUnknown')).optional(),
  /** Empty: the author's `post_visibility` applies. A restriction needs a paid plan. */
  audience: z.enum([...audiences, ''], because('audienceUnknown')).optional(),
  warning: warningText.optional(),
  /** Alternative texts by position of the image. An edit keeps omitted positions. */
  alt: z
    .array(text({ label: 'alternative text', max: limits.alt, lines: true }).optional())
    .max(limits.imagesPaid, because('tooManyImages'))
    .optional(),
  /** Camera data by position of the image. Camera data in the file has precedence. Stored only with `show_camera`. */
  camera: z.array(cameraDataText.optional()).max(limits.imagesPaid, because('tooManyImages')).optional(),
  /** Stores and shows the camera data of new images. An edit that turns it off deletes the stored data. */
  show_camera: yesOrNo.optional(),
  /**
   * The second of two images is an earlier version of the first, which needs no plan. An edit that leaves another number of images ends the
   * comparison; one that adds an image to it repeats this field.
   */
  is_comparison: z
    .enum(['true', 'false'], because('settingNotYesOrNo', { field: 'comparison' }))
    .transform((word) => word === 'true')
    .optional(),
};

/** Time at which a scheduled post is published. */
export const publishTime = z.iso.datetime(because('publishTimeNotAhead'));

const photoAnswer = z.object({ data: photo });

export const readPhoto = endpoint('readPhoto', {
  method: 'GET',
  path: '/photos/{id}',
  access: 'onboarded',
  scope: 'read',
  summary:
    'Read a post. `sharp`: with sharp images despite a content warning. The id that a published post had while it was scheduled leads to the post.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    query: z.object({ sharp: z.enum(['true', 'false'], because('settingNotYesOrNo', { field: 'sharp' })).optional() }),
    answer: photoAnswer,
  },
});

export const listOwnPlaces = endpoint('listOwnPlaces', {
  method: 'GET',
  path: '/photos/places',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the locations of the viewer’s own posts, last used first.',
  shape: { answer: z.object({ data: z.array(z.string()).max(limits.ownPlaces) }) },
});

export const createPhoto = endpoint('createPhoto', {
  method: 'POST',
  path: '/photos',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'form',
  status: 201,
  summary:
    'Create a post with fields and the files `images[n]`. A retry with the same Idempotency-Key creates it once. The key with another request is refused.',
  refuses: [
    'pending_review',
    'conflict',
    'idempotency_key_reused',
    'too_large',
    'upgrade_required',
    'overloaded',
    'quota_exceeded',
    'storage_full',
    'storage_unavailable',
  ],
  shape: {
    body: z.object({
      ...authored,
      /** The post is published at this time, at most a year ahead. Until then, only its author sees it. */
      publish_at: publishTime.optional(),
      /** Own series to whose end the post is added. */
      series_id: id.optional(),
      /** Running challenge that the post is entered in. The post is published at the end of its voting, so `publish_at` is ignored. */
      challenge_id: id.optional(),
    }),
    answer: photoAnswer.extend({
      message: z.string(),
      /** One per image, in order. Null if the request repeats an earlier one. */
      receipt: z.array(imageReceipt).nullable(),
    }),
  },
});

export const updatePhoto = endpoint('updatePhoto', {
  method: 'POST',
  path: '/photos/{id}/update',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'form',
  summary:
    'Edit a post: its author. Omitted fields keep their values; `images[n]` and `keep[n]` together are the new images. An outdated `version` is refused with the stored post; without `version` the last write wins.',
  refuses: [
    'not_found',
    'not_owner',
    'too_large',
    'upgrade_required',
    'overloaded',
    'quota_exceeded',
    'storage_full',
    'storage_unavailable',
    'conflict',
  ],
  shape: {
    params: idParams,
    body: z.object({
      ...authored,
      title: authored.title.optional(),
      /**
       * Ids of the images to keep, by new position. The files `images[n]` fill the other positions, without gaps. Without `keep` and files, all
       * images stay. Otherwise, unlisted images are deleted.
       */
      keep: z.array(id.optional()).max(limits.imagesPaid, because('tooManyImages')).optional(),
      version: editedVersionText,
    }),
    answer: z.object({ data: photo, message: z.string() }),
  },
});

export const deletePhoto = endpoint('deletePhoto', {
  method: 'DELETE',
  path: '/photos/{id}',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Delete a post: its owner, or an organiser who can see it. It is hidden at once, and its images are deleted within a day.',
  refuses: ['not_found', 'not_owner'],
  shape: { params: idParams, answer: message },
});
