import * as limits from '@mbari/contract/platform/limits';
import { mentionsIn, possibleUsernames } from '@mbari/contract/platform/mentions';

/** Returns the mentions in a text, each as its possible usernames, most likely first. */
export function findMentions(content: string): string[][] {
  const mentions = new Map<string, string[]>();
  for (const mention of mentionsIn(content)) {
    const name = mention.written.toLowerCase();
    const usernames = possibleUsernames(name).filter(isUsername);
    if (usernames.length > 0) mentions.set(name, usernames);
    if (mentions.size === limits.mentions) break;
  }
  return [...mentions.values()];
}

const isUsername = (name: string): boolean => name.length >= limits.usernameMin && name.length <= limits.usernameMax && /[a-z]/.test(name);
