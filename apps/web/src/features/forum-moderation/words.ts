export const organise = 'Organise this topic';
export const pin = 'Pin…';
export const unpin = 'Unpin';
export const lock = 'Lock';
export const unlock = 'Unlock';
export const move = 'Move to a category…';
export const split = 'Split off posts…';
export const merge = 'Merge into another topic…';
export const deleteTopic = 'Delete topic';

export const pinned = 'Topic pinned';
export const unpinned = 'Topic unpinned';
export const locked = 'Topic locked. Only organisers can write here now.';
export const unlocked = 'Topic unlocked';
export const moved = (category: string): string => `Moved to ${category}`;
export const merged = 'Topics merged. The old address leads here.';
export const splitOff = (count: number): string =>
  count === 1 ? '1 post has a topic of its own now' : `${count} posts have a topic of their own now`;
export const deleted = 'Topic deleted';
export const restored = 'Topic restored';
export const undo = 'Undo';
export const actionFailed = 'That did not work. Please try again.';
export const cancel = 'Cancel';

export const pinTitle = 'Pin this topic';
export const pinHint = 'It stays above all others on the first page.';
export const pinUntil = 'Until the end of';
export const pinUntilHint = 'Leave it empty to keep the pin until somebody removes it.';
export const pinButton = 'Pin';
export const pinning = 'Pinning...';

export const moveTitle = 'Move this topic';
export const category = 'Category';
export const moveButton = 'Move';
export const moving = 'Moving...';

export const mergeTitle = 'Merge into another topic';
export const mergeHint = 'All posts of this topic go to the end of the other one. Its address will lead there. This cannot be undone.';
export const target = 'Search for the topic, or paste its address';
export const targetHint = 'Words of its title, or a link to any of its posts.';
export const chooseTarget = 'Choose the topic that gets the posts.';
export const noTargets = 'No other topic was found.';
export const searchFailed = 'The search did not work. Please try again.';
export const mergeInto = 'Merge into';
export const mergeButton = 'Merge';
export const merging = 'Merging...';

export const deleteQuestion =
  'All posts of this topic will be gone for everybody. You can undo it for a moment; after a month it is final.';
export const deleteOwnQuestion = 'Delete this topic with all that you wrote in it? This cannot be undone.';
export const deleting = 'Deleting...';

export const choosePost = (number: number): string => `Choose post ${number}`;
export const chooseToSplit = 'Choose for a new topic';
export const openingStays = 'The opening stays';
export const chosen = (count: number): string =>
  count === 0 ? 'Choose the posts that go' : count === 1 ? '1 post chosen' : `${count} posts chosen`;
export const tooMany = (most: number): string => `At most ${most} posts go at once.`;
export const choosing = 'Posts to split off';
export const splitButton = 'New topic…';
export const splitTitle = 'Make a new topic of these posts';
export const splitHint = (count: number): string =>
  count === 1
    ? 'The post opens it. Its old address will lead there.'
    : `The first of the ${count} posts opens it. Their old addresses will lead there.`;
export const newTitle = 'Title';
export const splitConfirm = 'Split off';
export const splitting = 'Splitting...';

export const restorePost = 'Restore';
export const restoringPost = 'Restoring...';
export const restorePostFailed = 'This post cannot be restored.';
