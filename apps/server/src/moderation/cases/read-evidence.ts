import type * as calls from '@mbari/contract/moderation/cases';
import type { EvidenceMessage, ReportCase, Wording } from '@mbari/contract/moderation/cases';
import type { z } from 'zod';
import { listVersions } from '../../forum/posts/edit-post.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type MediaAccess, mediaUrl } from '../../platform/images/urls.ts';
import type { EvidenceContent } from '../../platform/moderation/evidence-queries.ts';
import { type EvidenceImageRow, findContent, listEvidence, listEvidenceImages } from './queries.ts';

type Evidence = Pick<z.input<typeof calls.readReport.shape.answer>['data'], 'evidence' | 'now' | 'versions'>;
type Media = Pick<Context, 'secrets' | 'now'>;
type SubjectImage = NonNullable<ReportCase['subject']>['image'];

export async function readEvidence(context: Context, viewer: Viewer, subjectId: string): Promise<Evidence> {
  const { db } = context;
  const rows = await listEvidence(db, subjectId);
  const type = rows[0]?.content.type;
  if (type === undefined) return { evidence: [], now: null, versions: await listVersions(db, viewer.id, subjectId) };
  const [{ content, is_there: isPresent }, versions] = await Promise.all([
    findContent(db, type, subjectId),
    listVersions(db, viewer.id, subjectId),
  ]);
  const current = isPresent ? content : null;
  const imagesById = await findImages(db, [...rows.map((row) => row.content), ...(current ? [current] : [])]);
  return {
    evidence: rows.map((row) => ({
      id: row.id,
      ...viewWording(context, row.content, imagesById, true),
      is_current: current !== null && isSame(row.content, current),
      messages: viewMessages(context, row.content, imagesById),
      created_at: row.created_at.toISOString(),
    })),
    now: current && viewWording(context, current, imagesById, false),
    versions,
  };
}

type Images = ReadonlyMap<string, EvidenceImageRow>;

export async function findImages(db: Statements, contents: readonly EvidenceContent[]): Promise<Images> {
  const ids = contents.flatMap(({ images }) => images.map(({ id }) => id));
  return new Map((await listEvidenceImages(db, [...new Set(ids)])).map((row) => [row.id, row]));
}

/** Equal contents have equal JSON, because jsonb sorts keys. */
const isSame = (first: EvidenceContent, second: EvidenceContent): boolean => JSON.stringify(first) === JSON.stringify(second);

const viewWording = (
  context: Media,
  { type, title, body, details, images, warning = null }: EvidenceContent,
  imagesById: Images,
  isEvidence: boolean,
): Wording => ({
  title,
  body,
  details,
  warning,
  images: (type === 'message' ? [] : images).flatMap((image) => viewEvidenceImage(context, image, imagesById, isEvidence) ?? []),
});

const viewMessages = (context: Media, { images, messages = [] }: EvidenceContent, imagesById: Images): EvidenceMessage[] =>
  messages.map(({ image_ids: ids, created_at: createdAt, ...message }) => ({
    ...message,
    created_at: new Date(createdAt).toISOString(),
    images: images.filter(({ id }) => ids.includes(id)).flatMap((image) => viewEvidenceImage(context, image, imagesById, true) ?? []),
  }));

/** Returns null if the image's row is gone. */
export function viewEvidenceImage(
  context: Media,
  { id, alt }: EvidenceContent['images'][number],
  imagesById: Images,
  isEvidence: boolean,
): SubjectImage {
  const row = imagesById.get(id);
  return row ? viewImage(context, { ...row, alt }, { isPublic: false, isEvidence }) : null;
}

export function viewImage(
  context: Media,
  { id, width, height, color, widths, alt }: EvidenceImageRow & { alt: string },
  access: Omit<MediaAccess, 'now'>,
): NonNullable<SubjectImage> {
  const displayWidth = widths.find((candidate) => candidate >= 640) ?? Math.max(...widths);
  return { url: mediaUrl(context, { id }, displayWidth, 'webp', { ...access, now: context.now() }), width, height, color, alt };
}
