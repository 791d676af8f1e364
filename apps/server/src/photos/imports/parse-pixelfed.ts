import { dayOf, field, type FoundPost, listOf, plainOf, splitCaption, textOf } from './found-post.ts';

/** Statuses, or an ActivityPub outbox. */
export const pixelfedPosts = /\.json$/;

/** Reads a list of statuses (Pixelfed's export, Mastodon's API) or an outbox. Images are addresses only. */
export function parsePixelfed(json: unknown): FoundPost[] {
  const items = Array.isArray(json) ? json : listOf(field(json, 'orderedItems'));
  return items.flatMap((item): FoundPost[] => {
    const note = field(item, 'object') ?? item;
    const attachments = [...listOf(field(note, 'media_attachments')), ...listOf(field(note, 'attachment'))];
    const images = attachments.flatMap((medium) => {
      const name = textOf(field(medium, 'url'));
      const kind = textOf(field(medium, 'mediaType')) || textOf(field(medium, 'mime')) || textOf(field(medium, 'type'));
      const alt = textOf(field(medium, 'description')) || textOf(field(medium, 'name'));
      return name !== '' && /^image|^document/i.test(kind || 'image') ? [{ name, alt }] : [];
    });
    const id = textOf(field(note, 'id')) || textOf(field(note, 'uri')) || textOf(field(note, 'url'));
    if (images.length === 0 || id === '') return [];
    const time = Date.parse(textOf(field(note, 'published')) || textOf(field(note, 'created_at')));
    const takenAt = Number.isNaN(time) ? null : time;
    return [
      {
        externalId: id,
        ...splitCaption(plainOf(textOf(field(note, 'content')) || textOf(field(note, 'content_text'))), dayOf(takenAt)),
        takenAt,
        albums: [],
        warning: warningOf(note),
        isChosen: isPublic(note),
        images,
      },
    ];
  });
}

function warningOf(note: unknown): string | null {
  const text = plainOf(textOf(field(note, 'spoiler_text')) || textOf(field(note, 'summary')));
  if (text !== '') return text;
  return field(note, 'sensitive') === true ? 'strong' : null;
}

const isPublic = (note: unknown): boolean => {
  const visibility = textOf(field(note, 'visibility')) || textOf(field(note, 'scope'));
  if (visibility !== '') return visibility === 'public' || visibility === 'unlisted';
  const readers = [field(note, 'to'), field(note, 'cc')].flatMap((value) => (Array.isArray(value) ? value : [value])).map(textOf);
  return readers.every((reader) => reader === '') || readers.some((reader) => reader.endsWith('#Public') || reader === 'as:Public');
};
