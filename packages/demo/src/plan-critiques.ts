import type { CritiqueCategory } from '@mbari/contract/photos/critique';
import { pastId } from './people.ts';
import type { PlannedComment, PlannedMember, PlannedPost } from './plan-community.ts';
import type { Random } from './random.ts';

/** A thread about a spot of the first image or about the whole photo, or a reply. */
interface PlannedAnswer extends PlannedComment {
  pin: { x: number; y: number } | null;
  isHelpful: boolean;
}

export interface PlannedCritique {
  id: string;
  photoId: string;
  category: CritiqueCategory;
  question: string;
  isHidden: boolean;
  askedAt: Date;
  closedAt: Date | null;
  /** By time. */
  answers: PlannedAnswer[];
}

interface Written {
  photo: string;
  category: CritiqueCategory;
  question: string;
  daysAgo: number;
  isHidden?: true;
  isClosed?: true;
  threads: readonly {
    by: string;
    spot?: readonly [x: number, y: number];
    text: string;
    isHelpful?: true;
    replies?: readonly (readonly [by: string, text: string])[];
  }[];
}

const requests: readonly Written[] = [
  {
    photo: 'Seven folds for Iya Bọ́sẹ̀',
    category: 'light',
    question: 'I exposed for the gele. Is her face too dark now?',
    daysAgo: 12,
    isClosed: true,
    threads: [
      {
        by: 'nkem.okonkwo',
        spot: [0.51, 0.12],
        text: 'Do not touch this. Each fold has its own edge, and it has one because you exposed for it.',
        isHelpful: true,
      },
      {
        by: 'adeyemi.ola',
        spot: [0.62, 0.52],
        text: 'Her cheek and her brow have the same tone. A sheet of white paper in her lap would lift both.',
        isHelpful: true,
        replies: [['sade.bankole', 'I had a whole ream in my bag, for the invoices. Next time.']],
      },
      {
        by: 'chidi.nwosu',
        spot: [0.5, 0.6],
        text: 'My eye stops at the earring, since nothing else is bright on this side. I like that, but you should know.',
      },
      {
        by: 'osaro.igbinedion',
        text: 'The ground is as dark as she is. A lighter cloth behind her would have done half of the work.',
      },
    ],
  },
  {
    photo: 'Gidan Ɗan Hausa, the long side',
    category: 'composition',
    question: 'Is one person enough for such a long wall?',
    daysAgo: 2,
    threads: [
      {
        by: 'fatimata.bello',
        spot: [0.35, 0.78],
        text: 'Your uncle stands half in a bar of shadow, and his robe closes up. One step to the left and he has the sun behind him.',
        isHelpful: true,
        replies: [
          ['aisha_danladi', 'He had tea waiting. I got two frames.'],
          ['fatimata.bello', 'Then bring the tea along and ask for a third.'],
        ],
      },
      {
        by: 'kwame.asante',
        spot: [0.03, 0.21],
        text: 'The border is cut here, and again at the other end. Step back until both signs are whole, or crop both away.',
        isHelpful: true,
        replies: [['aisha_danladi', 'I only saw the other end. Thank you, both will go.']],
      },
      {
        by: 'tene.dogbe',
        spot: [0.5, 0.06],
        text: 'The strip of sky is the loudest colour here and has the least to say. Half of it would be enough.',
      },
      { by: 'efua.mensah', text: 'I counted the arches before I saw him, and then I counted again. One person is enough.' },
    ],
  },
  {
    photo: 'Balogun from the roof',
    category: 'colour',
    question: 'Everything here is loud. Which colour would you take out first?',
    daysAgo: 1,
    isHidden: true,
    threads: [
      {
        by: 'sade.bankole',
        spot: [0.2, 0.08],
        text: 'This one. It is the only umbrella without stripes, so my eye rests there and never gets to the middle.',
        isHelpful: true,
        replies: [
          ['adeyemi.ola', 'It belongs to the tailor’s sister. He would stop selling me thread.'],
          ['sade.bankole', 'Then wait until she goes to eat.'],
        ],
      },
      {
        by: 'efua.mensah',
        spot: [0.57, 0.49],
        text: 'None. Let this small yellow one be the centre, and crop from the right until it is.',
      },
      {
        by: 'ekaette.udo',
        spot: [0.87, 0.92],
        text: 'Here, at last, is a person. Two more on the open ground and I would hear the market.',
      },
    ],
  },
];

const day = 24 * 60 * 60 * 1000;

/** Plans a closed request for critique, an open one, and one that is hidden from others. Leaves out posts and critics who are not in the plan. */
export function planCritiques(
  random: Random,
  now: Date,
  members: readonly PlannedMember[],
  posts: readonly PlannedPost[],
): PlannedCritique[] {
  const ids = new Map(members.map(({ id, person }) => [person.username, id]));
  return requests.flatMap(({ photo, category, question, daysAgo, isHidden = false, isClosed = false, threads }) => {
    const post = posts.find(({ title }) => title === photo);
    if (!post) return [];
    const asked = Math.max(now.getTime() - daysAgo * day, (3 * post.createdAt.getTime() + now.getTime()) / 4);
    const step = (now.getTime() - asked) / (2 + threads.flatMap(({ replies = [] }) => [null, ...replies]).length);
    const timeAt = (steps: number): Date => new Date(Math.round(asked + steps * step));
    const answers: PlannedAnswer[] = [];
    const answer = (by: string, content: string, given: Pick<PlannedAnswer, 'threadId' | 'replyToId' | 'pin' | 'isHelpful'>) => {
      const memberId = ids.get(by);
      if (memberId === undefined) return undefined;
      const at = timeAt(answers.length + 1);
      const id = pastId(at, random);
      answers.push({ id, photoId: post.id, memberId, content, at, ...given });
      return id;
    };
    for (const { by, spot, text, isHelpful = false, replies = [] } of threads) {
      const pin = spot ? { x: spot[0], y: spot[1] } : null;
      const threadId = answer(by, text, { threadId: null, replyToId: null, pin, isHelpful });
      if (threadId === undefined) continue;
      let replyToId = threadId;
      for (const [replier, reply] of replies)
        replyToId = answer(replier, reply, { threadId, replyToId, pin: null, isHelpful: false }) ?? replyToId;
    }
    const askedAt = timeAt(0);
    const closedAt = isClosed ? timeAt(answers.length + 1) : null;
    return [{ id: pastId(askedAt, random), photoId: post.id, category, question, isHidden, askedAt, closedAt, answers }];
  });
}
