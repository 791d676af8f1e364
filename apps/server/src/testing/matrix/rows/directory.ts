import { listMembers } from '@mbari/contract/people/directory';
import { addTestMember } from '../../app.ts';
import { setMember } from '../../posts.ts';
import type { Row } from '../driver.ts';
import { isBlockedEitherWay, isOwner, ok, type State } from '../rules.ts';
import { memberOf } from '../world.ts';

const shape = { has: ['data', 'meta.total'], lacks: ['data.0.email', 'data.0.phone', 'data.0.bio', 'data.0.date_of_birth'] };

/** Only the owner finds a private profile. A block hides both members from each other; a mute hides nobody. */
const byName = (['public', 'private'] as const).map((profile): Row => {
  const state: State = { profile, posts: 'public', photo: 'ready' };
  return {
    call: listMembers,
    state,
    about: { search: 'exact_username' },
    expect: (actor) => ok({ ...shape, contains: isOwner(actor) || (profile === 'public' && !isBlockedEitherWay(actor)) }),
    ask: ({ people }) => ({ item: people.owner.id, query: `search=${people.owner.username}` }),
  };
});

const unfindable = { email_of_target: 'email', phone_of_target: 'phone', bio_word_of_target: 'bio' } as const;

/** Account data is not searchable. */
const byOtherWords = Object.entries(unfindable).map(([search, column]): Row => ({
  call: listMembers,
  about: { search },
  expect: () => ok({ contains: false }),
  ask: async ({ app, people }) => {
    const word = (await app.db.row<{ word: string }>(`select ${column} as word from members where id = $1`, [people.owner.id]))!.word;
    return { item: people.owner.id, query: `search=${encodeURIComponent(word)}` };
  },
}));

const targets = {
  unverified_target: { email_verified_at: null },
  not_onboarded_target: { bio: null },
  suspended_target: { suspended_at: new Date() },
  closed_target: { closed_at: new Date() },
};

const byAccountState = Object.entries(targets).flatMap(([target, columns]) =>
  ['', 'search'].map((search): Row => ({
    call: listMembers,
    about: { target, ...(search && { by: search }) },
    expect: () => ok({ contains: false }),
    ask: async ({ app }) => {
      const member = await addTestMember(app, columns);
      return { item: member.id, query: search && `search=${member.username}` };
    },
  })),
);

/** Newest first: the last member to join is on the first page unless their profile is private. */
const newest = (['public', 'private'] as const).map((profile): Row => ({
  call: listMembers,
  about: { newest: profile },
  expect: () => ok({ ...shape, contains: profile === 'public' }),
  ask: async (world, actor) => {
    const member = await addTestMember(world.app);
    await setMember(world.app, member, { profile_visibility: profile });
    const viewer = memberOf(world, actor);
    if (viewer) await world.app.db.pool.query('insert into mutes (muter_id, muted_id) values ($1, $2)', [viewer.id, member.id]);
    return { item: member.id };
  },
}));

export const directoryRows: Row[] = [...byName, ...byOtherWords, ...byAccountState, ...newest];
