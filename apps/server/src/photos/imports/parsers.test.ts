import { expect, test } from 'vitest';
import { asInstagram } from '../../testing/archives.ts';
import { parseDate, splitCaption, withTags } from './found-post.ts';
import { flickrIdIn, flickrPhoto, parseFlickr, parseFlickrAlbums } from './parse-flickr.ts';
import { folderList, parseCsv, parseFolder } from './parse-folder.ts';
import { instagramPosts, parseInstagram, repairText } from './parse-instagram.ts';
import { parsePixelfed } from './parse-pixelfed.ts';
import { planItems } from './plan-items.ts';

test.each([
  ['content/posts_1.json', true],
  ['media/posts_12.json', true],
  ['your_instagram_activity/content/posts_1.json', true],
  ['instagram-ada-2026/your_instagram_activity/media/posts_2.json', true],
  ['content/stories.json', false],
  ['content/posts_1.html', false],
])('%s is a list of Instagram posts: %s', (name, expected) => expect(instagramPosts.test(name)).toBe(expected));

test('an Instagram post has its time and text at the post or at its only medium, with escaped UTF-8', () => {
  const single = { media: [{ uri: 'media/a.jpg', creation_timestamp: 1_500_000_000, title: asInstagram('Café à Lagos 🌅\nMore #sun') }] };
  const several = { title: 'Two', creation_timestamp: 1_600_000_000, media: [{ uri: 'media/b.jpg', title: 'no' }, { uri: 'media/c.jpg' }] };
  expect(parseInstagram([single, several, {}, { media: 'no' }, null])).toMatchObject([
    { title: 'Café à Lagos 🌅', description: 'Café à Lagos 🌅\nMore #sun', takenAt: 1_500_000_000_000, externalId: 'media/a.jpg' },
    { title: 'Two', description: '', takenAt: 1_600_000_000_000, images: [{ name: 'media/b.jpg' }, { name: 'media/c.jpg' }] },
  ]);
  expect(parseInstagram(single)).toHaveLength(1);
  expect(parseInstagram([{ media: [{ uri: 'media/d.jpg', creation_timestamp: 1_500_000_000 }] }])).toMatchObject([{ title: '2017-07-14' }]);
});

test.each(['Plain', 'Ñandú', '日本語', asInstagram('x').concat('ÿ')])('text that is not escaped stays as it is: %s', (text) =>
  expect(repairText(text)).toBe(text),
);

test('a Flickr photo keeps its texts, tags, albums and date, and a private one is not chosen', () => {
  const json = {
    id: '51132112345',
    name: 'Weaver &amp; loom',
    description: 'At <a href="https://example.org">home</a>',
    date_taken: '2014-05-03 12:30:00',
    tags: [{ tag: 'black and white' }, { tag: 'loom' }, { tag: '' }],
    albums: [{ id: '7', title: 'Craft' }],
    privacy: 'private',
  };
  expect(parseFlickr(json)).toEqual([
    {
      externalId: '51132112345',
      title: 'Weaver & loom',
      description: 'At home\n\n#blackandwhite #loom',
      takenAt: Date.UTC(2014, 4, 3, 12, 30),
      albums: ['Craft'],
      warning: null,
      isChosen: false,
      images: [{ name: '51132112345', alt: '' }],
    },
  ]);
  expect(parseFlickr({ id: '../etc' })).toEqual([]);
  expect(
    parseFlickrAlbums({
      albums: [
        { title: 'Craft', photos: ['1', 2, null] },
        { title: 'Lagos', photos: ['1'] },
      ],
    }),
  ).toEqual(
    new Map([
      ['1', ['Craft', 'Lagos']],
      ['2', ['Craft']],
    ]),
  );
  expect(flickrPhoto.test('data/photo_51132112345.json')).toBe(true);
});

test.each([
  ['img_2343_51132112345_o.jpg', '51132112345'],
  ['51132112345_abc_o.png', '51132112345'],
  ['99999_o.jpg', null],
])('the id of a Flickr image is found in %s', (name, id) => expect(flickrIdIn(name, new Set(['51132112345', '2343']))).toBe(id));

test('Pixelfed posts come from statuses and from an outbox, with warnings, and hidden ones are not chosen', () => {
  const status = {
    id: '1',
    content: '<p>Rain<br />in Jos &amp; Bauchi</p>',
    created_at: '2023-01-02T03:04:05.000Z',
    visibility: 'private',
    sensitive: true,
    media_attachments: [
      { type: 'image', url: 'https://pix.example/a.jpg', description: 'Rain' },
      { type: 'video', url: 'https://pix.example/a.mp4' },
    ],
  };
  const note = {
    type: 'Create',
    object: {
      id: 'https://pix.example/p/2',
      content: 'Sun',
      published: '2023-02-02T00:00:00Z',
      to: ['https://www.w3.org/ns/activitystreams#Public'],
      summary: 'Bright',
      attachment: [{ type: 'Document', mediaType: 'image/jpeg', url: 'https://pix.example/b.jpg', name: 'Sun' }],
    },
  };
  expect(parsePixelfed([status, { id: '3' }])).toMatchObject([
    { title: 'Rain', description: 'Rain\nin Jos & Bauchi', isChosen: false, warning: 'strong', images: [{ alt: 'Rain' }] },
  ]);
  expect(parsePixelfed({ orderedItems: [note] })).toMatchObject([
    { title: 'Sun', isChosen: true, warning: 'Bright', images: [{ name: 'https://pix.example/b.jpg', alt: 'Sun' }] },
  ]);
});

test('a folder’s list has its columns in any order, with quotes, line breaks and semicolons', () => {
  expect(folderList.test('trip/photos.csv')).toBe(true);
  const csv =
    '\ufeffTitle;file;tags;date;album;alt\r\n"A ""good"" day";a/b.jpg;sun, sea;2020-02-30;Trip;"Sea\nand sky"\r\n;c.jpg;;1962-01-02;;\r\n';
  expect(parseFolder(csv)).toMatchObject([
    {
      title: 'A "good" day',
      description: '#sun #sea',
      takenAt: null,
      albums: ['Trip'],
      images: [{ name: 'a/b.jpg', alt: 'Sea\nand sky' }],
    },
    { title: 'c', takenAt: Date.UTC(1962, 0, 2), albums: [] },
  ]);
  expect(parseCsv('a,b\n1,"2,3"')).toEqual([
    ['a', 'b'],
    ['1', '2,3'],
  ]);
});

test.each([
  ['2014-05-03 12:30:01', Date.UTC(2014, 4, 3, 12, 30, 1)],
  ['2014:05:03 12:30:01', Date.UTC(2014, 4, 3, 12, 30, 1)],
  ['2014/5/3', Date.UTC(2014, 4, 3)],
  ['0000-00-00 00:00:00', null],
  ['2014-02-31', null],
  ['yesterday', null],
])('the date %s is read', (text, time) => expect(parseDate(text)).toBe(time));

test('a caption of hashtags gets the fallback as its title, and tags fill the description up to its limit', () => {
  expect(splitCaption('#sun #sea', '2020-01-01')).toEqual({ title: '2020-01-01', description: '#sun #sea' });
  expect([...withTags('a'.repeat(990), ['short', 'too-long-for-this'])]).toHaveLength(998);
  expect(withTags('On the #Sea', ['sea'])).toBe('On the #Sea');
});

const found = { title: 'One', description: '', albums: [], warning: null, isChosen: true };
const entry = (offset: number) => ({ file: 0, offset, packed: 1, bytes: 1, isDeflated: false });

test('a post with more images than the plan allows becomes several, and missing images and duplicates are listed', () => {
  const posts = [
    { ...found, externalId: 'b', takenAt: null, images: ['a', 'b', 'c', 'gone'].map((name) => ({ name, alt: name })) },
    { ...found, externalId: 'a', takenAt: 5, images: [{ name: 'a', alt: '' }] },
    { ...found, externalId: 'a', takenAt: 6, title: 'Again', images: [{ name: 'a', alt: '' }] },
  ];
  const items = planItems(posts, (name) => (name === 'gone' ? { reason: 'importImageMissing' } : entry(name.charCodeAt(0))), 2);
  expect(items.map(({ title, media, problem }) => [title, media.length, problem?.reason])).toEqual([
    ['One', 1, undefined],
    ['Again', 0, 'importDuplicate'],
    ['One', 2, undefined],
    ['One', 1, undefined],
    ['gone', 0, 'importImageMissing'],
  ]);
});
