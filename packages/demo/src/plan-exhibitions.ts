import { pastId } from './people.ts';
import type { PlannedMember, PlannedPost } from './plan-community.ts';
import type { Random } from './random.ts';

interface PlannedWork {
  photoId: string;
  memberId: string;
  state: 'requested' | 'accepted';
}

export interface PlannedExhibition {
  id: string;
  title: string;
  body: string;
  /** Null: a draft. */
  opensAt: Date | null;
  closesAt: Date | null;
  rooms: { title: string; text: string; items: ({ photo_id: string } | { text: string })[] }[];
  curatorIds: string[];
  works: PlannedWork[];
  createdAt: Date;
}

const day = 24 * 60 * 60 * 1000;
const worksInRoom = 8;

const rooms: readonly (readonly [title: string, text: string, wallTexts: readonly string[]])[] = [
  [
    'Hands first',
    'Work that starts before the light is good.',
    [
      'Nobody in this room looked at the camera.\n\nWe asked for pictures of work, and got pictures of time: the hour before the market, the hour after the last customer.',
      'Stand close. Most of these were taken from less than two metres.',
    ],
  ],
  ['What the weather leaves', 'Dust, rain, and the light in between.', ['Three countries, one week in January.']],
  ['The way home', 'Roads, doors and people who wait.', ['The last room is quiet. Take your time.']],
];

/** Plans an open exhibition with three rooms by two curators, and a draft in which two authors are still asked. */
export function planExhibitions(
  random: Random,
  now: Date,
  members: readonly PlannedMember[],
  posts: readonly PlannedPost[],
): PlannedExhibition[] {
  const curator = members.find(({ person }) => person.plan !== undefined && person.role === undefined) ?? members[0];
  const other = members.find(({ id }) => id !== curator?.id);
  if (!curator || !other) return [];
  const shown = random.shuffle(posts.filter((post) => !post.isArchived && post.audience === null && post.warning === null));
  const openedAt = new Date(now.getTime() - 6 * day);
  const begunAt = new Date(now.getTime() - 2 * day);
  const own = shown.filter(({ memberId }) => memberId === curator.id).slice(0, 2);
  const asked = shown.filter(({ memberId }) => memberId !== curator.id).slice(-2);
  const open = rooms.map(([title, text, wallTexts], index) => {
    const works = shown.slice(index * worksInRoom, (index + 1) * worksInRoom);
    return { title, text, works, items: hang(works, wallTexts) };
  });
  const workOf = ({ id, memberId }: PlannedPost, state: PlannedWork['state']): PlannedWork => ({ photoId: id, memberId, state });
  return [
    {
      id: pastId(openedAt, random),
      title: 'Before the day begins',
      body: 'Twenty-odd photographs by members of this community, hung by two of us over four evenings.\n\nStart in the first room and take the long way round. *Everything here was made within a day’s walk of its maker’s home.*',
      opensAt: openedAt,
      closesAt: new Date(now.getTime() + 60 * day),
      rooms: open.map(({ title, text, items }) => ({ title, text, items })),
      curatorIds: [curator.id, other.id],
      works: open.flatMap(({ works }) => works.map((post) => workOf(post, 'accepted'))),
      createdAt: openedAt,
    },
    {
      id: pastId(begunAt, random),
      title: 'First rain',
      body: 'The week when everybody looks up.',
      opensAt: null,
      closesAt: null,
      rooms: [{ title: 'Waiting for it', text: '', items: hang([...own, ...asked], ['It smells before it falls.']) }],
      curatorIds: [curator.id],
      works: [...own.map((post) => workOf(post, 'accepted')), ...asked.map((post) => workOf(post, 'requested'))],
      createdAt: begunAt,
    },
  ];
}

/** Returns the works with the texts between them: the first text before all works, the second in the middle. */
function hang(works: readonly PlannedPost[], [first, second]: readonly string[]): PlannedExhibition['rooms'][number]['items'] {
  const items: PlannedExhibition['rooms'][number]['items'] = works.map(({ id }) => ({ photo_id: id }));
  if (second !== undefined) items.splice(Math.ceil(items.length / 2), 0, { text: second });
  if (first !== undefined) items.unshift({ text: first });
  return items;
}
