import * as blocks from '@mbari/contract/people/blocks';
import { addTestMember } from '../../app.ts';
import type { Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { type Expected, hidden, isBlockedEitherWay, isOwner, ok, refused } from '../rules.ts';
import { paramsOfTarget } from '../stand-in.ts';

/** `changes` returns the actors for whom the call changes something. All others get the same answer. */
const action = (call: Row['call'], changes: (actor: Actor) => boolean, mayTry: (actor: Actor) => boolean = () => true): Row => ({
  call,
  expect: (actor): Expected => {
    if (isOwner(actor)) return refused('cannot_block_self');
    return mayTry(actor) ? ok({ has: ['message'], stores: changes(actor) }) : hidden();
  },
  ask: (world, actor) => paramsOfTarget(world, actor),
});

const actions: Row[] = [
  // A blocked member may block in return.
  action(blocks.blockMember, (actor) => actor !== 'blocker'),
  action(blocks.unblockMember, (actor) => actor === 'blocker'),
  action(
    blocks.muteMember,
    (actor) => actor !== 'muter',
    (actor) => !isBlockedEitherWay(actor),
  ),
  action(blocks.unmuteMember, (actor) => actor === 'muter'),
];

const gone = {
  suspended_target: { suspended_at: new Date() },
  closed_target: { closed_at: new Date() },
  unverified_target: { email_verified_at: null },
};

const ofTheGone = [blocks.blockMember, blocks.muteMember].flatMap((call) =>
  Object.entries(gone).map(([target, columns]): Row => ({
    call,
    about: { target },
    actors: ['visitor', 'non_follower', 'follower', 'admin'],
    expect: hidden,
    ask: async ({ app }) => ({ params: { id: (await addTestMember(app, columns)).id } }),
  })),
);

const lists: Row[] = [
  {
    call: blocks.listBlocks,
    expect: (actor) => ok({ has: ['data', 'meta.total'], contains: actor === 'blocker' }),
    ask: ({ people }) => ({ item: people.owner.id }),
  },
  {
    call: blocks.listMutes,
    expect: (actor) => ok({ has: ['data', 'meta.total'], contains: actor === 'muter' }),
    ask: ({ people }) => ({ item: people.owner.id }),
  },
];

export const blockRows: Row[] = [...actions, ...ofTheGone, ...lists];
