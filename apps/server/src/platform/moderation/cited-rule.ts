/** Returns the SQL of a rule as JSON, retired or not; null if none is cited. */
export const ruleJson = (id: string): string =>
  `(select jsonb_build_object('id', cited.id, 'title', cited.title, 'body', cited.body) from rules cited where cited.id = ${id})`;
