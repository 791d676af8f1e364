import type { Viewer } from '../../platform/http/viewer.ts';

type Who = Pick<Viewer, 'id' | 'role'>;

const isOrganiser = ({ role }: Who): boolean => role !== 'member';

/** Organisers pin, lock and move topics, and bring posts back. */
export const mayModerate = (viewer: Who): boolean => isOrganiser(viewer);

/** Its author, for as long as it is open, and organisers. */
export const mayEditTopic = (viewer: Who, authorId: string | null, { is_locked }: { is_locked: boolean }): boolean =>
  isOrganiser(viewer) || (authorId === viewer.id && !is_locked);

/** Its author, for as long as nobody else wrote in it, and organisers. */
export const mayDeleteTopic = (viewer: Who, authorId: string | null, { others_count }: { others_count: number }): boolean =>
  isOrganiser(viewer) || (authorId === viewer.id && others_count === 0);

/** Whoever asked says what answered it; and organisers. */
export const maySolveTopic = (viewer: Who, authorId: string | null): boolean => isOrganiser(viewer) || authorId === viewer.id;
