/** The proposal `d` is open, and its image `pi` has no alternative text. */
const isUnanswered = (d: string, pi: string): string => `(${d}.state = 'open' and ${pi}.alt = '')`;

/** The proposal `d` for the image `pi` in a post by `o` waits for `o`. Turning the setting off hides all open proposals. */
export const altProposed = (d: string, pi: string, o: string): string => `(${isUnanswered(d, pi)} and ${o}.takes_alt_proposals)`;

/** SQL after `from`: the proposals `d` of the member that wait for the author of the post, with their images `di`. Ignores the author's setting. */
export const waitingProposals = (photo: string, member: string): string =>
  `alt_proposals d join photo_images di on di.image_id = d.image_id
    where di.photo_id = ${photo} and d.member_id = ${member} and ${isUnanswered('d', 'di')}`;
