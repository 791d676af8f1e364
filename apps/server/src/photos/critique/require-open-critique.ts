import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { because, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { countThreads, lockCritique } from './queries.ts';

/** Spot of an image, in shares of its width and height. Without an image: the whole photo. */
export interface NewPin {
  image_id?: string | undefined;
  x?: number | undefined;
  y?: number | undefined;
}

interface Written {
  photoId: string;
  content: string;
  /** Null for a reply. */
  pin: NewPin | null;
}

/** Locks the request until the thread or reply is added. Returns the columns of its spot. */
export async function requireOpenCritique(
  tx: Statements,
  author: Pick<Viewer, 'id'>,
  { photoId, content, pin }: Written,
): Promise<{ image_id: string; x: number; y: number } | null> {
  const critique = await lockCritique(tx, author.id, photoId);
  if (!critique) throw notFound('critiqueNotFound');
  if (critique.is_closed) throw new Refusal('locked', 'critiqueClosed');
  if ([...content].length > limits.critiqueText)
    throw invalid({ content: [because('textTooLong', { field: 'comment', most: limits.critiqueText })] });
  if (pin === null) return null;
  if (critique.owner_id === author.id) throw new Refusal('own_content', 'critiqueOwn');
  const { image_id: imageId, x, y } = pin;
  if ([imageId, x, y].some((value) => value === undefined) !== [imageId, x, y].every((value) => value === undefined))
    throw invalid({ critique: ['pinOutside'] });
  const spot = imageId === undefined || x === undefined || y === undefined ? null : { image_id: imageId, x, y };
  if (spot && !isId(spot.image_id)) throw invalid({ critique: ['pinImageGone'] });
  const { pins, threads, is_in_post } = await countThreads(tx, photoId, spot?.image_id ?? null);
  if (!is_in_post) throw invalid({ critique: ['pinImageGone'] });
  if (pins >= limits.critiquePins || threads >= limits.critiqueThreads)
    throw invalid({ critique: [because('tooManyCritiquePins', { most: limits.critiquePins })] });
  return spot;
}
