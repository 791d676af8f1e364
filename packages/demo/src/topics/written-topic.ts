/**
 * What somebody writes in a topic. In its text `[!quote 3]` stands for the third post of the topic, and `photo:Title` for the photo of that
 * title by whoever writes.
 */
export interface WrittenPost {
  by: string;
  text: string;
  /** The number of the post that it answers. */
  answers?: number;
  /** What it said before it was changed. */
  before?: string;
  /** The share of the members who like it; a few do where nothing is said. */
  liked?: number;
}

export interface WrittenPoll {
  question: string;
  /** Each with how many of a hundred voters choose it. */
  choices: readonly (readonly [text: string, share: number])[];
  several: boolean;
  /** Counted from today; one in the past is closed. */
  endsInDays: number;
}

/** A topic of the demo. The first post is its opening. */
export interface WrittenTopic {
  title: string;
  /** The slug of a category. */
  category: string;
  /** How many days ago it was begun, and for how many people wrote in it. */
  daysAgo: number;
  lasts: number;
  /** A photo that it is about, by whoever begins it. */
  photo?: string;
  poll?: WrittenPoll;
  /** The number of the post that answers its question. */
  solvedBy?: number;
  isPinned?: true;
  isLocked?: true;
  posts: readonly WrittenPost[];
}
