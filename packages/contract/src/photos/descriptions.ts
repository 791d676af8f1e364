import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { id, idParams, listMeta, message, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { photo } from './posts.ts';

const proposedText = text({ label: 'alternative text', max: limits.alt, min: 1, lines: true });

const undescribed = z.object({
  /** Id of the image that waits. */
  id,
  photo,
});
export type Undescribed = z.infer<typeof undescribed>;

export const listUndescribed = endpoint('listUndescribed', {
  method: 'GET',
  path: '/photos/undescribed',
  access: 'onboarded',
  scope: 'read',
  summary:
    'List others’ images without an alternative text that the viewer may describe and has not described: fewest proposals first, then the oldest.',
  shape: {
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({
      data: z.array(undescribed),
      meta: listMeta.pick({ per_page: true, next_cursor: true }).extend({
        /** Share of the images for all members that have an alternative text, counted hourly. Null: not counted yet. */
        described_share: z.number().nullable(),
      }),
    }),
  },
});

export const proposeAlt = endpoint('proposeAlt', {
  method: 'POST',
  path: '/photos/{id}/alt-proposals',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  status: 201,
  summary:
    'Propose an alternative text for an image without one: members who see the post, except its author. Another proposal for the image replaces the member’s open one.',
  refuses: ['not_found', 'own_content', 'locked', 'conflict'],
  shape: { params: idParams, body: z.object({ image_id: id, text: proposedText }), answer: message },
});

const proposalParams = z.object({ id, proposalId: id });

export const acceptAlt = endpoint('acceptAlt', {
  method: 'POST',
  path: '/photos/{id}/alt-proposals/{proposalId}/accept',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  summary:
    'Use a proposal for its image, in the words of `text`: the author of the post. Closes the other proposals for the image. An image that has an alternative text meanwhile is refused.',
  refuses: ['not_found', 'not_owner', 'conflict'],
  shape: { params: proposalParams, body: z.object({ text: proposedText }), answer: message },
});

export const declineAlt = endpoint('declineAlt', {
  method: 'DELETE',
  path: '/photos/{id}/alt-proposals/{proposalId}',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Decline a proposal: the author of the post.',
  refuses: ['not_found', 'not_owner'],
  shape: { params: proposalParams, answer: message },
});
