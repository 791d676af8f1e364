import type { Held, OwnHeld } from '@mbari/contract/shapes/held';
import type { Context } from '../../context.ts';
import type { HeldRow } from '../holding/decision-queries.ts';
import { mediaUrl } from '../media/urls.ts';

/** What waits, with its images as they are served to whoever may look at them now. */
export const viewHeld = (
  context: Pick<Context, 'secrets' | 'now'>,
  { id, kind, title, body, poll, images, place, created_at }: HeldRow,
  isOwner: boolean,
): Omit<OwnHeld & Held, 'state' | 'reason' | 'member' | 'why' | 'listed'> => ({
  id,
  kind,
  title,
  body,
  poll: poll && { question: poll.question ?? '', choices: poll.choices },
  images: images.map(({ widths, width, height, alt, ...image }) => ({
    image_path: mediaUrl(context, image, widthFor(widths), 'webp', { isPublic: false, isOwner, now: context.now() }),
    width,
    height,
    alt,
  })),
  place,
  created_at: created_at.toISOString(),
});

/** Wide enough to be judged. */
const widthFor = (widths: readonly number[]): number => widths.find((width) => width >= 600) ?? Math.max(...widths);
