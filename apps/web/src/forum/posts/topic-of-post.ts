/** What a post shows of its topic: little, since all posts are drawn again when it changes. */
export interface TopicOfPost {
  id: string;
  slug: string;
  solved_post_id: string | null;
  solved_number: number | null;
  may_solve: boolean;
}
