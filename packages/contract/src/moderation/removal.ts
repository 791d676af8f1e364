import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { idParams, message, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

/** The person's words. */
export const removalReason = text({ label: 'reason', max: limits.reportNote, lines: true, min: 1 });
/** Name, mail address or phone number of a visitor. */
export const removalContact = text({ label: 'contact', max: limits.removalContact, min: 1 });

export const askRemoval = endpoint('askRemoval', {
  method: 'POST',
  path: '/photos/{id}/removal',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary: 'Ask for the removal of a post that shows the viewer. Reaches organisers and author; a repeated request counts once.',
  refuses: ['not_found', 'own_content'],
  shape: { params: idParams, body: z.object({ reason: removalReason }), answer: message },
});
