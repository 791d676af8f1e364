import { pastId } from './past-id.ts';
import type { PlannedMember } from './plan-community.ts';
import type { PlannedTopic } from './plan-forum.ts';
import type { Random } from './random.ts';
import type { WrittenPoll } from './written-topic.ts';

export interface PlannedVote {
  choiceId: string;
  memberId: string;
  at: Date;
}

export interface PlannedPoll {
  postId: string;
  question: string;
  several: boolean;
  closesAt: Date;
  choices: { id: string; text: string }[];
  votes: PlannedVote[];
}

const day = 24 * 60 * 60 * 1000;

export function planPoll(
  random: Random,
  now: Date,
  { question, choices: written, several, endsInDays }: WrittenPoll,
  { createdAt, posts }: PlannedTopic,
  members: readonly PlannedMember[],
): PlannedPoll {
  const closesAt = new Date(now.getTime() + endsInDays * day);
  const choices = written.map(([text, share]) => ({ id: pastId(createdAt, random), text, share }));
  const voters = random.shuffle(closesAt > now ? members.filter(isNoDemoAccount(members)) : [...members]);
  // A topic starts after its photo, so it may start after the poll's planned end.
  const until = Math.max(createdAt.getTime(), Math.min(closesAt.getTime(), now.getTime()));
  const votes = voters.slice(0, Math.ceil(voters.length * 0.7)).flatMap(({ id: memberId }) => {
    const at = new Date(Math.round(random.between(createdAt.getTime(), until)));
    const chosen = several ? choices.filter(({ share }) => random.chance(share / 100)) : [];
    return (chosen.length > 0 ? chosen : [pickByShare(random, choices)]).map(({ id }) => ({ choiceId: id, memberId, at }));
  });
  return { postId: posts[0]!.id, question, several, closesAt, choices: choices.map(({ id, text }) => ({ id, text })), votes };
}

/** Excludes the demo accounts (the admin and the first paid member), which have yet to vote in open polls. */
function isNoDemoAccount(members: readonly PlannedMember[]): (member: PlannedMember) => boolean {
  const paying = members.find(({ person }) => person.plan !== undefined && person.role === undefined);
  return (member) => member !== paying && member.person.role !== 'admin';
}

function pickByShare<Choice extends { share: number }>(random: Random, choices: readonly Choice[]): Choice {
  let left = random.next() * choices.reduce((sum, { share }) => sum + share, 0);
  return choices.find(({ share }) => (left -= share) <= 0) ?? choices.at(-1)!;
}
