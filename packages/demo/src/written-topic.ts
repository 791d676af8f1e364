/** Post of a topic. `[!quote 3]` quotes the third post, and `photo:Title` shows the author's photo of that title. */
export interface WrittenPost {
  by: string;
  text: string;
  /** Number of the answered post. */
  answers?: number;
  /** Text before an edit. */
  before?: string;
  /** Share of the members who like the post. Default: a few. */
  liked?: number;
}

export interface WrittenPoll {
  question: string;
  /** Choices with their share of votes in percent. */
  choices: readonly (readonly [text: string, share: number])[];
  several: boolean;
  /** Days from today. Negative: the poll is closed. */
  endsInDays: number;
}

/** Topic of the demo. The first post is the opening post. */
export interface WrittenTopic {
  title: string;
  /** Slug of the category. */
  category: string;
  /** Age and duration of the discussion in days. */
  daysAgo: number;
  lasts: number;
  /** Title of a photo by the topic's author. */
  photo?: string;
  poll?: WrittenPoll;
  /** Number of the accepted answer. */
  solvedBy?: number;
  isPinned?: true;
  isLocked?: true;
  posts: readonly WrittenPost[];
}
