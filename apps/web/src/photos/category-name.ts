import * as words from '@mbari/words/starting-categories';

/** Names that a new community starts with, in the reader's language. Categories that admins added or renamed are shown as they are. */
const startingCategories: Readonly<Record<string, string>> = {
  Music: words.music,
  Dance: words.dance,
  Textile: words.textile,
  Painting: words.painting,
  Sculpture: words.sculpture,
  Photography: words.photography,
  Food: words.food,
  Festivals: words.festivals,
  Architecture: words.architecture,
  Fashion: words.fashion,
  Literature: words.literature,
  Film: words.film,
};

/** Takes about as much room as the categories will, until they have loaded. */
export const startingNames = Object.values(startingCategories);

export const categoryName = (name: string): string => startingCategories[name] ?? name;
