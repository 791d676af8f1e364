import * as feed from '@mbari/contract/photos/feed';
import { actors } from '../actors.ts';
import type { Row } from '../driver.ts';
import { canBeAsked, isForAll, isOwner, mayFind, ok, type State } from '../rules.ts';
import { photoStates } from './photos.ts';

/** Older than every post. */
const beginning = '00000000-0000-7000-8000-000000000000';

const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  return [
    {
      ...of,
      call: feed.listTrending,
      expect: (actor) => ok({ has: ['data'], contains: mayFind(actor, state) }),
      ask: ({ photo }) => ({ item: photo.id }),
    },
    {
      ...of,
      call: feed.listWelcomePhotos,
      // Lists six posts, so newer ones of other members may displace this one.
      expect: (actor) => ok({ has: ['data'], ...(!(isForAll(state) && mayFind(actor, state)) && { contains: false }) }),
      ask: ({ photo }) => ({ item: photo.id }),
    },
    {
      ...of,
      call: feed.listPhotos,
      about: { feed: 'following' },
      expect: (actor) => ok({ has: ['meta.total'], contains: actor === 'follower' && mayFind(actor, state) }),
      ask: ({ photo }) => ({ item: photo.id, query: 'feed=following&per_page=50' }),
    },
    {
      ...of,
      call: feed.countNewPhotos,
      // The viewer's own posts do not count as new.
      expect: (actor) => ok({ has: ['data.count'], contains: !isOwner(actor) && mayFind(actor, state) }),
      ask: ({ people }) => ({ item: people.owner.id, query: `after=${beginning}` }),
    },
    {
      ...of,
      call: feed.countNewPhotos,
      about: { feed: 'following' },
      expect: (actor) => ok({ has: ['data.count'], contains: actor === 'follower' && mayFind(actor, state) }),
      ask: ({ people }) => ({ item: people.owner.id, query: `after=${beginning}&feed=following` }),
    },
  ];
};

export const discoveryRows: Row[] = photoStates.filter(({ photo }) => photo !== 'never_existed').flatMap(inState);
