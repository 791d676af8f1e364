import { baseOf, dayOf, field, type FoundPost, listOf, parseDate, plainOf, splitCaption, textOf, withTags } from './found-post.ts';

export const flickrPhoto = /(?:^|\/)photo_\d+\.json$/;
export const flickrAlbums = /(?:^|\/)albums\.json$/;

/** Reads a `photo_<id>.json`. It does not name the image, whose file name contains the id. Private photos are not chosen. */
export function parseFlickr(json: unknown): FoundPost[] {
  const id = idOf(field(json, 'id'));
  if (id === null) return [];
  const takenAt = parseDate(field(json, 'date_taken')) ?? parseDate(field(json, 'date_imported'));
  const name = plainOf(textOf(field(json, 'name')));
  const text = plainOf(textOf(field(json, 'description')));
  const tags = listOf(field(json, 'tags')).map((tag) => textOf(field(tag, 'tag')));
  const { title } = splitCaption(name, dayOf(takenAt));
  return [
    {
      externalId: id,
      title,
      description: withTags(name.length > title.length && title.endsWith('…') ? `${name}\n\n${text}`.trim() : text, tags),
      takenAt,
      albums: listOf(field(json, 'albums')).flatMap((album) => textOf(field(album, 'title')) || []),
      warning: null,
      isChosen: !/private/i.test(textOf(field(json, 'privacy'))),
      images: [{ name: id, alt: '' }],
    },
  ];
}

/** Reads `albums.json`: the titles of the albums of each photo. */
export function parseFlickrAlbums(json: unknown): Map<string, string[]> {
  const albumsOf = new Map<string, string[]>();
  for (const album of listOf(field(json, 'albums')))
    for (const photo of listOf(field(album, 'photos'))) {
      const [id, title] = [idOf(photo), textOf(field(album, 'title'))];
      if (id !== null && title !== '') albumsOf.set(id, [...(albumsOf.get(id) ?? []), title]);
    }
  return albumsOf;
}

const idOf = (value: unknown): string | null =>
  (typeof value === 'string' || typeof value === 'number') && /^\d{1,20}$/.test(String(value)) ? String(value) : null;

/** Returns the photo's id in the name of an image, as in `sunset_1234567890_o.jpg`. */
export const flickrIdIn = (path: string, ids: ReadonlySet<string>): string | null =>
  baseOf(path)
    .split(/\D+/)
    .findLast((digits) => ids.has(digits)) ?? null;
