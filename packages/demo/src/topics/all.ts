import { craft } from './craft.ts';
import { eventsAndSite } from './events-and-site.ts';
import { welcome } from './welcome.ts';
import { workInProgress } from './work-in-progress.ts';
import type { WrittenTopic } from './written-topic.ts';

export const writtenTopics: readonly WrittenTopic[] = [...welcome, ...workInProgress, ...craft, ...eventsAndSite];
