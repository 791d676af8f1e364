import type { Pending, OwnPending } from '@mbari/contract/shapes/pending-posts';
import type { Context } from '../../platform/context.ts';
import { mediaUrl } from '../../platform/media/urls.ts';
import type { PendingRow } from '../../platform/screening/decision-queries.ts';

export const viewPending = (
  context: Pick<Context, 'secrets' | 'now'>,
  { id, kind, title, body, poll, images, target, created_at }: PendingRow,
  isOwner: boolean,
): Omit<OwnPending & Pending, 'state' | 'reason' | 'member' | 'why' | 'listed'> => ({
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
  target,
  created_at: created_at.toISOString(),
});

const widthFor = (widths: readonly number[]): number => widths.find((width) => width >= 600) ?? Math.max(...widths);
