interface Written {
  title?: string | undefined;
  description?: string | undefined;
  alt?: readonly (string | undefined)[] | undefined;
}

/** What a post says, by the names of its fields. */
export const photoTexts = ({ title, description, alt = [] }: Written): Record<string, string | undefined> => ({
  title,
  description,
  ...Object.fromEntries(alt.map((words, index) => [`alt.${index}`, words])),
});
