import { memberShownToVisitors, memberVisible } from './members.ts';
import { photoReaches } from './photos.ts';

/** The member `m`, named by the row `ps` in the post `p` by `o`, sees the post. Otherwise the name is not shown, because `m` could not remove it. */
const seesPost = (p: string, m: string, o: string): string => photoReaches(`${m}.id`, p, o);

/** The row `ps` about the member `m` waits for an answer. Turning the setting off hides all open requests. */
export const nameAsked = (ps: string, m: string): string => `(${ps}.state = 'asked' and ${m}.may_be_named)`;

/** The viewer sees the name of `m` in the post `p` by `o`: accepted names, and open requests to the two members they concern. */
export const personShown = (viewer: string, ps: string, m: string, p: string, o: string): string =>
  `(${memberVisible(viewer, m)} and ${seesPost(p, m, o)}
    and (${ps}.state = 'accepted' or (${nameAsked(ps, m)} and ${viewer} in (${m}.id, ${o}.id))))`;

/** Visitors see the name of `m` in the public post `p` by `o`. */
export const personPublic = (ps: string, m: string, p: string, o: string): string =>
  `(${ps}.state = 'accepted' and ${memberShownToVisitors(m)} and ${seesPost(p, m, o)})`;
