/** Topic fields that posts show. Few, because all posts re-render on a change. */
export interface TopicOfPost {
  id: string;
  slug: string;
  solved_post_id: string | null;
  solved_number: number | null;
  may_solve: boolean;
}
