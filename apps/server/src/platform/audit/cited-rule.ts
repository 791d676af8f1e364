/** The rule of this id as JSON of the database, retired or not; null where none is cited. */
export const ruleNamed = (id: string): string =>
  `(select jsonb_build_object('id', cited.id, 'title', cited.title, 'body', cited.body) from rules cited where cited.id = ${id})`;
