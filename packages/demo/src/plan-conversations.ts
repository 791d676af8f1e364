import { pastId } from './people.ts';
import type { Pair, Plan, PlannedComment, PlannedMember, PlannedNotification, PlannedPost } from './plan-community.ts';
import type { Family } from './plan-images.ts';
import type { Random } from './random.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Plans likes and comments. A few posts get many, most get few. */
export function planConversations(
  random: Random,
  now: Date,
  members: readonly PlannedMember[],
  posts: readonly PlannedPost[],
): Pick<Plan, 'likes' | 'comments' | 'notifications'> {
  const likes = planLikes(random, now, members, posts);
  const comments = planComments(random, now, members, posts, likes);
  return { likes, comments, notifications: planNotifications(random, now, posts, likes, comments) };
}

/** Returns a random later time, usually soon after `from`. */
const later = (random: Random, from: Date, now: Date): Date =>
  new Date(Math.round(from.getTime() + (now.getTime() - from.getTime()) * (0.001 + 0.998 * random.next() ** 2.2)));

function planLikes(random: Random, now: Date, members: readonly PlannedMember[], posts: readonly PlannedPost[]): Pair[] {
  const ranks = random.shuffle(posts.map((_, rank) => rank));
  return posts.flatMap((post, index) => {
    const hours = (now.getTime() - post.createdAt.getTime()) / hour;
    const share = (ranks[index]! + 1) ** -0.42 * random.between(0.8, 1) * Math.min(1, 0.15 + hours / 30);
    const others = members.filter((member) => member.id !== post.memberId);
    return random
      .shuffle(others)
      .slice(0, Math.round(others.length * share))
      .map((member) => ({ of: post.id, by: member.id, at: later(random, post.createdAt, now) }));
  });
}

function planComments(
  random: Random,
  now: Date,
  members: readonly PlannedMember[],
  posts: readonly PlannedPost[],
  likes: readonly Pair[],
): PlannedComment[] {
  const liked = new Map<string, number>();
  for (const { of } of likes) liked.set(of, (liked.get(of) ?? 0) + 1);
  const lots = posts.flatMap((post) => Array.from({ length: 1 + Math.ceil((liked.get(post.id) ?? 0) * 0.8) }, () => post));
  const said = new Map<string, Set<string>>();
  const names = new Map(members.map(({ id, person }) => [id, person.name.split(' ')[0]!]));
  const comments: PlannedComment[] = [];
  const say = (post: PlannedPost, memberId: string, from: readonly string[], answered?: PlannedComment): PlannedComment | null => {
    const already = said.get(post.id) ?? new Set();
    said.set(post.id, already);
    const line = random.shuffle(from).find((one) => !already.has(one));
    if (line === undefined) return null;
    already.add(line);
    const at = later(random, answered?.at ?? post.createdAt, now);
    const content = line.replace('{name}', names.get(post.memberId)!);
    const comment = {
      id: pastId(at, random),
      photoId: post.id,
      memberId,
      content,
      threadId: answered?.threadId ?? answered?.id ?? null,
      replyToId: answered?.id ?? null,
      at,
    };
    comments.push(comment);
    return comment;
  };
  for (let turn = 0; turn < posts.length * 2; turn += 1) {
    const post = random.pick(lots);
    const guests = members.filter((member) => member.id !== post.memberId);
    if (guests.length === 0) continue;
    const pool = random.chance(0.55) ? craftRemarks[post.family] : remarks;
    const comment = say(post, random.pick(guests).id, pool);
    const answer = comment && random.chance(0.26) ? say(post, post.memberId, answers, comment) : null;
    if (answer && random.chance(0.3)) say(post, random.pick(guests).id, remarks, answer);
  }
  return comments.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Plans recent notifications, a limited number per member. */
function planNotifications(
  random: Random,
  now: Date,
  posts: readonly PlannedPost[],
  likes: readonly Pair[],
  comments: readonly PlannedComment[],
): PlannedNotification[] {
  const owners = new Map(posts.map((post) => [post.id, post.memberId]));
  const authors = new Map(comments.map(({ id, memberId }) => [id, memberId]));
  const events = [
    ...likes.map(({ of, by, at }) => ({ type: 'like' as const, memberId: owners.get(of)!, photoId: of, actorId: by, at, commentId: null })),
    ...comments.flatMap((comment) => {
      const { id, photoId, memberId: actorId, at } = comment;
      const ownerId = owners.get(photoId)!;
      const answeredId = authors.get(comment.replyToId ?? '') ?? null;
      const about = { photoId, actorId, at, commentId: id };
      return [
        ...(answeredId === null ? [] : [{ ...about, type: 'reply' as const, memberId: answeredId }]),
        ...(answeredId === ownerId ? [] : [{ ...about, type: 'comment' as const, memberId: ownerId }]),
      ];
    }),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const mentioned = new Map<string, number>();
  return events.flatMap((event) => {
    const { memberId } = event;
    const count = mentioned.get(memberId) ?? 0;
    if (memberId === event.actorId || count >= 6 || event.at.getTime() < now.getTime() - 7 * day) return [];
    mentioned.set(memberId, count + 1);
    return [{ ...event, id: pastId(event.at, random), isRead: count >= 3 }];
  });
}

/** Comments for any image. `{name}` is the author. */
export const remarks: readonly string[] = [
  'I keep coming back to this one.',
  'Ẹ kú iṣẹ́, {name}.',
  'Daalụ. This made my morning.',
  'The light!',
  'Na gode da wannan.',
  'Medaase for showing this.',
  'I showed it to my mother and she took my phone away to look properly.',
  'There is something about the left edge that I cannot explain.',
  'Please never crop this.',
  'More of these, please.',
  'How long did it take?',
  'This belongs on a wall, and I know which wall.',
  'Que maravilha, {name}.',
  'ما شاء الله يا {name}',
  'Asante sana. Beautiful.',
  'I have been looking for the mistake. There is none, or it is all one.',
  'It is the restraint for me.',
  'Ngiyabonga for this.',
  'I can hear it.',
  'The colour of the shadow is the whole picture.',
  'You posted this and then simply went about your day?',
  'My first thought was of my grandfather’s house. My second thought too.',
  'Better every time, {name}.',
  'The story is half of it. Thank you for writing it down.',
  'I would like to stand exactly there.',
  'Saved. I will think about it on the bus.',
  '너무 좋아요, {name}.',
  'Así mismo es.',
  'Nice, but the sky is doing most of the work. (I am joking. It is wonderful.)',
  'We should make something together. I mean it.',
  'You have made me homesick for a place where I have never been.',
  'I tried this last year and gave up. Now I will try again and blame you.',
  'Quiet and strong.',
  'The second look is better than the first.',
  'Who taught you? Greet them from me.',
  'My daughter says it looks like a song.',
  'Jërëjëf, {name}.',
  'Fin, riktigt fin.',
  'बहुत सुंदर, {name}।',
  'Is there a print? Asking for my own wall.',
  'It has been up for one hour and I have seen it four times.',
  'I had to put the kettle down.',
  'The best thing here this week.',
  'What patience.',
  'Every time I think that I know this subject, you show me another side.',
  'Ẹ̀ṣọ́ ni yìí. Careful hands.',
  'Bravo, bravo, bravo.',
  'I read the title, looked, and read the title again. Yes.',
  'Obrigada por partilhar.',
  'There is dust on this one and I like that you left it.',
  'My teacher would have stopped talking, which is the highest mark.',
  'Was this made in one sitting? It feels like one breath.',
  'Chineke! The detail.',
  'I do not usually comment. I am commenting.',
  'Somebody tell the museum.',
  'So calm. Come and do my kitchen.',
  'I laughed, then I looked for a long time.',
  'This is why I joined.',
  'Sending this to everyone who says that nothing new is made.',
  'በጣም ያምራል።',
];

/** Comments of members who know the craft. */
export const craftRemarks: Record<Family, readonly string[]> = {
  adire: [
    'The wrong coil is the one I keep going back to. Please never correct it.',
    'In Kano the pits are older than the city wall. Come and dip with us in December.',
    'Is that cassava or wax? The edges look like cassava.',
    'How many dips? That is not seven.',
    'I can smell this.',
    'The dotted line wanders and then comes back. Mine only wanders.',
    'My aunt wrapped me in one of these, and I was forty.',
  ],
  baskets: [
    'The turn of that pattern! I counted the arms twice and got two numbers.',
    'Is it palm or sisal?',
    'You can see where the new bundle of grass begins. I love that.',
    'Mine always goes oval. How do you keep it so flat?',
    'My mother would say: tighter. My mother says that of everything.',
  ],
  court: [
    'That shadow is worth the whole building.',
    'Is the plaster new? It has not cracked yet.',
    'I know this wall. I have leaned on this wall.',
    'The figure is exactly in the right place and I suspect you asked them to wait.',
    'No air conditioning, and cooler than my office.',
    'Somebody should measure it before it goes.',
  ],
  dancers: [
    'The feet are right. Nobody ever gets the feet right.',
    'I can tell the drummer was good from the hems.',
    'Second from the left is having the best day.',
    'Put the sound on, I said aloud, to a picture.',
    'Those pleats take an hour to iron and a minute to justify it.',
  ],
  evening: [
    'I was there! Somewhere in the dark at the bottom.',
    'The sound failed at the best part and nobody moved.',
    'Look at all those heads, thinking one thought.',
    'This is how every film should be seen.',
    'What was playing?',
  ],
  lagoon: [
    'How long was the exposure?',
    'My uncle crosses there every morning. It could be him.',
    'The one in front has seen you.',
    'Water like hammered metal.',
    'I know that silence before the engines start.',
    'Which side were you standing on?',
  ],
  land: [
    'Four hills, or five? I keep seeing one more.',
    'The haze does the work of a painter.',
    'I drove past this and did not stop. Now I am annoyed.',
    'That tree has been in more pictures than I have.',
    'One can feel how cold it was.',
  ],
  masks: [
    'It is looking past us.',
    'Is it allowed to show this one? I ask because in our town it would not be.',
    'The cut marks are so sure.',
    'Which wood?',
    'I would not sleep in that room. I would visit it often.',
    'The one with the crest reminds me of a headmaster.',
  ],
  'mud-cloth': [
    'What does the third band say?',
    'That black! A year-old mud?',
    'The unevenness is the proof that somebody was there.',
    'I sewed a coat of one of these and my shoulders became important.',
    'Washed how many times to get that white?',
  ],
  portraits: [
    'The neck! The pride in that neck.',
    'How is it standing without pins?',
    'She looks as if she has already heard what you are about to say.',
    'The earring is perfect.',
    'I would pay more attention in a bank if people dressed like this.',
    'My sister wants to know the name of the cloth.',
  ],
  pots: [
    'Fired in the open? And no cracks?',
    'The small one at the end is the best one.',
    'I want to hear the sound when one taps it.',
    'Those incised lines were made with a fish bone or I am no potter.',
    'The mouth on that one is exactly generous enough.',
  ],
  table: [
    'I am eating bread and looking at this. It is not fair.',
    'More pepper. There is always room for more pepper.',
    'That is how my aunt did it, God rest her, and she would not write it down either.',
    'Is it a recipe or a rumour? Please post it.',
    'The green is right. So many get the green wrong.',
    'I arrive on Sunday.',
  ],
  things: [
    'Which one is the eldest?',
    'I can name three of these from here.',
    'The wear on the edges tells everything.',
    'Do you lend?',
    'They look like a family waiting to be photographed.',
  ],
  town: [
    'I used to live in the pink one. Third from the top.',
    'Every roof there has a story and at least one leak.',
    'Look at the washing!',
    'One day somebody will paint them all white and I shall move away.',
  ],
  uli: [
    'The empty part is the best part.',
    'Who ground the pod for you? It is a very black black.',
    'Your line breathes out at the end. Mine stops.',
    'I followed it with my finger on the screen.',
    'My grandmother had the small sign on her arm.',
    'It will be gone after the rains. Good. Then make another.',
  ],
  umbrellas: [
    'I think I bought tomatoes under the green one.',
    'From below it is all shouting. From up there, look, a garden.',
    'Find the one person without an umbrella.',
    'How did you get on that roof?',
  ],
  wall: [
    'No ruler? None?',
    'The symmetry is a little bit off and that is why it lives.',
    'I would walk past this house slowly.',
    'Each generation adds a colour, and each says that it was better before.',
    'The shadow across the top makes it.',
  ],
  weave: [
    'Which block is that in the third strip? I do not know its name.',
    'The joins! One can hardly find where the strips were sewn.',
    'How many picks to the inch?',
    'My father was buried in this pattern. Thank you for showing it so clearly.',
    'The gold is not too much. Ignore whoever says so.',
  ],
};

/** Replies of authors to comments on their images. */
export const answers: readonly string[] = [
  'Thank you. It was mostly waiting.',
  'Ẹ ṣé gan-an.',
  'My mother says the same.',
  'Two days, and then a third to be sorry about the second.',
  'Come and see it, truly. There is tea.',
  'I shall tell her, she will pretend not to care.',
  'Ha! You found it.',
  'No print yet, but you have put the idea in my head.',
  'It is in the corner by the door, where nobody looks.',
  'Longer than I want to admit.',
  'You are kind. The next one will be worse, so that we stay friends.',
  'Yes, the old way. The new way smells.',
  'Nagode sosai.',
  'I wrote to you.',
  'Daalụ nnọọ.',
  'Obrigada, querida.',
  'شكراً جزيلاً',
  'That was luck. I leave the door open for it.',
  'It was raining, if that counts as an answer.',
  'We should. After the festival?',
];
